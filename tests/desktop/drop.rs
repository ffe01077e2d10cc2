//! Files dragged from another program: the source's side of XDND version 5, as a file manager speaks it.

use std::path::Path;
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::wait_for;

/// Another program that holds files over a window.
pub struct Drag {
    connection: RustConnection,
    own: Window,
    target: Window,
    addresses: String,
}

impl Drag {
    /// Takes hold of files and carries them over `target`, to a point of the screen; waits until the target would take
    /// them.
    pub fn over(display: &str, target: &str, at: (u16, u16), files: &[&Path]) -> Self {
        let (connection, screen) = x11rb::connect(Some(display)).unwrap();
        let own = connection.generate_id().unwrap();
        let root = connection.setup().roots[screen].root;
        let (depth, visual) = (x11rb::COPY_DEPTH_FROM_PARENT, x11rb::COPY_FROM_PARENT);
        connection
            .create_window(
                depth,
                own,
                root,
                0,
                0,
                1,
                1,
                0,
                WindowClass::INPUT_OUTPUT,
                visual,
                &CreateWindowAux::new(),
            )
            .unwrap();
        let address = |file: &&Path| {
            let path = file.display().to_string().replace(' ', "%20");
            format!("file://{path}\r\n")
        };
        let drag = Self {
            connection,
            own,
            target: target.parse().unwrap(),
            addresses: files.iter().map(address).collect(),
        };
        let selection = drag.atom("XdndSelection");
        drag.connection
            .set_selection_owner(own, selection, x11rb::CURRENT_TIME)
            .unwrap();
        drag.say("XdndEnter", [5 << 24, drag.atom("text/uri-list"), 0, 0]);
        let point = u32::from(at.0) << 16 | u32::from(at.1);
        let action = drag.atom("XdndActionCopy");
        drag.say("XdndPosition", [0, point, x11rb::CURRENT_TIME, action]);
        drag.wait_for_answer("XdndStatus");
        drag
    }

    /// Lets go: the target asks for the files and takes them.
    pub fn drop_there(self) {
        self.say("XdndDrop", [0, x11rb::CURRENT_TIME, 0, 0]);
        self.wait_for_answer("XdndFinished");
    }

    /// Carries them away again.
    pub fn leave(self) {
        self.say("XdndLeave", [0; 4]);
        self.connection.sync().unwrap();
    }

    fn atom(&self, name: &str) -> Atom {
        let cookie = self.connection.intern_atom(false, name.as_bytes()).unwrap();
        cookie.reply().unwrap().atom
    }

    fn say(&self, message: &str, [a, b, c, d]: [u32; 4]) {
        let data = [self.own, a, b, c, d];
        let event = ClientMessageEvent::new(32, self.target, self.atom(message), data);
        self.connection
            .send_event(false, self.target, EventMask::NO_EVENT, event)
            .unwrap();
        self.connection.flush().unwrap();
    }

    fn wait_for_answer(&self, message: &str) {
        let wanted = self.atom(message);
        wait_for(message, || {
            match self.connection.poll_for_event().unwrap()? {
                Event::SelectionRequest(request) => {
                    self.hand_over(request);
                    None
                }
                Event::ClientMessage(answer) => (answer.type_ == wanted).then_some(()),
                _ => None,
            }
        });
        // Nobody lets go at once.
        std::thread::sleep(Duration::from_millis(200));
    }

    fn hand_over(&self, request: SelectionRequestEvent) {
        self.connection
            .change_property8(
                PropMode::REPLACE,
                request.requestor,
                request.property,
                request.target,
                self.addresses.as_bytes(),
            )
            .unwrap();
        let answer = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: request.property,
        };
        self.connection
            .send_event(false, request.requestor, EventMask::NO_EVENT, answer)
            .unwrap();
        self.connection.flush().unwrap();
    }
}
