/** For tests on a real desktop: a login that shows its password in title, text and dialogs once it is sent. Written in GTK 3. */
export const LOGIN = `
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

window = Gtk.Window(title="Login", default_width=420, default_height=220)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
name, password = Gtk.Entry(), Gtk.Entry(visibility=False)
for label, field in (("Customer", name), ("Word", password)):
    row, text = Gtk.Box(), Gtk.Label(label=label)
    text.set_mnemonic_widget(field)
    row.add(text)
    row.add(field)
    box.add(row)
shown = Gtk.Label()
send = Gtk.Button(label="Send")
box.add(shown)
box.add(send)
window.add(box)

def tell(_):
    window.set_title(f"{name.get_text()} / {password.get_text()}")
    shown.set_text(f"sent {password.get_text()}")
    dialog = Gtk.MessageDialog(
        transient_for=window, modal=True, message_type=Gtk.MessageType.ERROR, buttons=Gtk.ButtonsType.OK,
        text="The order could not be sent.", secondary_text=f"{password.get_text()} was not taken.",
    )
    dialog.connect("response", lambda shown, _: shown.destroy())
    dialog.show()

send.connect("clicked", tell)
window.connect("destroy", Gtk.main_quit)
window.show_all()
name.grab_focus()
Gtk.main()
`;
