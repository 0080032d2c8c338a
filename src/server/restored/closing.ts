import type { Actor } from "#kernel/access.ts";
import type { App } from "../app.ts";
import { extensionPoint } from "../area.ts";
import type { Tx } from "../db/db.ts";
import type { ToldEntry } from "./told-entries.ts";

/** What a restore closes until somebody answers, kind by kind, as people call it. */
export const closedKinds = {
  member: {
    label: "Members",
    about: "Who was ended or lost rights after the backup, and who nobody tells about.",
  },
  invitation: { label: "Invitations", about: "Their links opened the agency at the backup." },
  program: { label: "Programs", about: "Paused or ended after the backup." },
  programKey: { label: "Keys of programs", about: "Good at the backup." },
  deviceKey: { label: "Keys of devices", about: "Good at the backup." },
  fieldDevice: {
    label: "Devices of the field",
    about: "Locked, revoked or erased after the backup; locked until somebody answers.",
  },
  connection: {
    label: "Connected programs",
    about: "Good at the backup: ended after it, or nobody tells.",
  },
  directory: { label: "Directories", about: "Disabled after the backup." },
  directoryToken: { label: "Tokens of directories", about: "Good at the backup." },
  signOn: {
    label: "Sign-in through a provider",
    about: "Enforced after the backup, and enforced again by the restore.",
  },
} as const;
export type ClosedKind = keyof typeof closedKinds;

/** What the newest entry of the audit record says of somebody or something. */
export type Told = {
  /** What the entries of one thing have in common: an id, the shown letters of a key. */
  subject: string;
  /** What it took; null where nothing is taken any more (opened again). */
  taken: Record<string, unknown> | null;
  /** "Membership ended" */
  sentence: string;
};
/** What was open in the restored books and is closed now, as it stood before. */
export type Closed = { subjectId: string; name: string; before: Record<string, unknown> };

/** How an area closes after a restore what was taken after the backup, and opens it again. */
export type Closing = {
  kind: ClosedKind;
  /** What an entry tells beside what earlier entries told of the same; null where it says nothing of this kind. */
  told: (entry: ToldEntry, earlier: (subject: string) => Told | null) => Told | null;
  /**
   * Closes what was taken. Null where the restored books have nothing open of it; "everybody" where it
   * cannot be taken again and the agency is closed in its place; a sentence where it must stay open.
   */
  close: (
    tx: Tx,
    actor: Actor,
    subject: string,
    taken: Record<string, unknown>,
  ) => Promise<Closed | null | "everybody" | { cannot: string }>;
  /**
   * Closes everything that is open of this kind, for where nothing tells; `staying` are addresses of
   * administrators who still are, where whoever restores named them.
   */
  closeAll?: (tx: Tx, actor: Actor, staying: readonly string[]) => Promise<Closed[]>;
  /** What was told of it is for good: it is not opened again but made anew, says this sentence. */
  final?: string;
  /**
   * Opens it again as it stood at the backup. Gives what still waits for somebody else, or null.
   */
  open: (
    tx: Tx,
    actor: Actor,
    question: { subjectId: string; before: Record<string, unknown>; told: boolean; reason: string },
    app: App,
  ) => Promise<string | null>;
};

const all: Closing[] = [];

/** What areas close after a restore until an administrator answers. */
export const closings = extensionPoint<Closing>("closed after a restore", (one) => all.push(one));

export const allClosings = (): readonly Closing[] => all;
