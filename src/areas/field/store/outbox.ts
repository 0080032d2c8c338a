import { readCapture, readReply, type Kept, type Reply } from "./captures.ts";
import type { OpenField } from "./open.ts";
import type { CaptureRow } from "./rows.ts";

/** A capture of this device, in plain, with what the server said of it. */
export interface OutboxEntry {
  row: Omit<CaptureRow, "sealed" | "reply">;
  kept: Kept;
  reply: Reply | null;
}

const cached = new Map<string, Kept>();

const plain = async (field: OpenField, row: CaptureRow): Promise<OutboxEntry> => {
  const name = `${field.device} ${row.number}`;
  // What was committed never changes: it is opened once.
  const kept = cached.get(name) ?? (await readCapture(field, row));
  cached.set(name, kept);
  const { sealed: _sealed, reply: _reply, ...clear } = row;
  return { row: clear, kept, reply: await readReply(field, row) };
};

/** Everything that was recorded on this device and lies here still, opened, the newest first. */
export const outboxOf = async (
  field: OpenField,
  rows: readonly CaptureRow[],
): Promise<OutboxEntry[]> => {
  const entries = await Promise.all(rows.map((row) => plain(field, row)));
  return entries.sort((a, b) => b.row.number - a.row.number);
};

/** Forgets what was opened: the store is locked. */
export const closeOutbox = (): void => cached.clear();
