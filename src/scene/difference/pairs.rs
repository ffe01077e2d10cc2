//! Which entries of two lists are the same thing: by name.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// What two lists have in common, and what only one of them has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Indices into the first and the second list, by the first.
    pub both: Vec<(usize, usize)>,
    /// Indices into the first list.
    pub only_a: Vec<usize>,
    /// Indices into the second list.
    pub only_b: Vec<usize>,
}

/// Pairs what is called alike, then what is called alike but for case. Of several of one name the first goes with the
/// first, the second with the second.
pub fn pair<T: AsRef<str>>(a: &[T], b: &[T]) -> Pairs {
    let mut pairs = pair_by(a, b, |name| name.as_ref().to_owned());
    let left = |list: &[T], indices: &[usize]| -> Vec<String> {
        let names = indices.iter().map(|&index| list[index].as_ref());
        names.map(str::to_lowercase).collect()
    };
    let ignoring_case = pair_by(
        &left(a, &pairs.only_a),
        &left(b, &pairs.only_b),
        Clone::clone,
    );
    let more = ignoring_case.both.iter();
    pairs
        .both
        .extend(more.map(|&(one, other)| (pairs.only_a[one], pairs.only_b[other])));
    pairs.both.sort_unstable();
    pairs.only_a = picked(&pairs.only_a, &ignoring_case.only_a);
    pairs.only_b = picked(&pairs.only_b, &ignoring_case.only_b);
    pairs
}

/// Pairs what has the same key, in the lists' order.
pub fn pair_by<T, K: Eq + Hash>(a: &[T], b: &[T], key: impl Fn(&T) -> K) -> Pairs {
    let mut waiting: HashMap<K, VecDeque<usize>> = HashMap::new();
    for (index, entry) in b.iter().enumerate() {
        waiting.entry(key(entry)).or_default().push_back(index);
    }
    let mut pairs = Pairs::default();
    for (index, entry) in a.iter().enumerate() {
        match waiting.get_mut(&key(entry)).and_then(VecDeque::pop_front) {
            Some(other) => pairs.both.push((index, other)),
            None => pairs.only_a.push(index),
        }
    }
    pairs.only_b = waiting.into_values().flatten().collect();
    pairs.only_b.sort_unstable();
    pairs
}

fn picked(list: &[usize], indices: &[usize]) -> Vec<usize> {
    indices.iter().map(|&index| list[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_paired_exactly_then_ignoring_case_and_equal_ones_in_their_order() {
        let a = ["root", "Head", "head", "twin", "twin", "tail", "Arm"];
        let b = [
            "head", "twin", "Head", "root", "ARM", "twin", "wing", "twin",
        ];
        let pairs = pair(&a, &b);
        let expected = [(0, 3), (1, 2), (2, 0), (3, 1), (4, 5), (6, 4)];
        assert_eq!(pairs.both, expected);
        assert_eq!((pairs.only_a, pairs.only_b), (vec![5], vec![6, 7]));
    }

    #[test]
    fn nothing_is_paired_with_nothing() {
        let pairs = pair(&["a"], &[]);
        assert_eq!((pairs.both.len(), pairs.only_a), (0, vec![0]));
    }
}
