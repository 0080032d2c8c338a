import type { Binding } from "./binding.ts";

/** Something that keys do: where, by which keys until an agency or a person changes them. */
export type KeyAction = {
  id: string;
  label: string;
  group: string;
  where: "anywhere" | "list" | "inbox";
  keys: Binding;
  /** The address that a command of the palette opens. */
  to?: string;
};

const of =
  (group: string, where: KeyAction["where"]) =>
  (id: string, label: string, keys: Binding): KeyAction => ({ id, label, group, where, keys });
const frame = of("Frame", "anywhere");
const list = of("Lists", "list");
const inbox = of("Approvals inbox", "inbox");

/** What keys do in the frame, in lists and in the inbox: what every screen knows from its start. */
export const coreActions: readonly KeyAction[] = [
  frame("palette", "Search or run a command", "Mod+K"),
  frame("sidebar", "Fold or open the sidebar", "Mod+B"),
  list("list.search", "Search the list", "/"),
  list("list.next", "Next row", "J"),
  list("list.previous", "Previous row", "K"),
  list("list.select", "Select the row", "X"),
  list("list.open", "Open the record", "Enter"),
  list("list.peek", "Look at it beside the list", "Space"),
  list("list.create", "Create", "C"),
  list("list.help", "Show the keys of the list", "?"),
  inbox("inbox.next", "Next request", "J"),
  inbox("inbox.previous", "Previous request", "K"),
  inbox("inbox.approve", "Approve it", "A"),
  inbox("inbox.return", "Return it", "R"),
  inbox("inbox.select", "Select it", "X"),
];
