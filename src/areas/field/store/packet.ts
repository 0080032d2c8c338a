import { api } from "#web/kit/api.ts";
import { offsetBetween, type PacketClock } from "./chain.model.ts";
import { textHash } from "./hash.ts";
import type { OpenField } from "./open.ts";
import { onStore, type ItemRow, type KeptRow } from "./rows.ts";
import { seal, unseal } from "./seal.ts";
import { countWaiting } from "./waiting.ts";

/** One thing that a person needs for their work without a line. */
export interface PacketItem {
  kind: string;
  id: string;
  version: number;
  title: string;
  dueAt: string | null;
  latitude: number | null;
  longitude: number | null;
  data: Record<string, unknown>;
}

interface PacketAnswer {
  cursor: string;
  servedAt: string;
  deviceState: string;
  terms: { daysWithoutSignIn: number; lockMinutes: number; signedInAt: string };
  /** The server does not know the cursor: what is here beside these items goes. */
  whole: boolean;
  items: PacketItem[];
  removed: { kind: string; id: string }[];
  more: boolean;
  /** So many things did not fit. */
  left: number;
}

/** Where the packet of this device stands: its cursor, the clock's offset, when it came (milliseconds). */
export interface PacketState extends PacketClock {
  at: number;
  /** So many things of the person's work did not fit. */
  left: number;
}

const packetPlace = "kept:packet";
const itemPlace = (key: string) => `item:${key}`;
const keyOf = (device: string, kind: string, id: string) => textHash(`${device}:${kind}:${id}`);

/** Where the packet stands by what is kept of it, or null while none came. */
export const packetOf = async (
  { key }: OpenField,
  row: KeptRow | undefined,
): Promise<PacketState | null> => (row ? unseal<PacketState>(key, packetPlace, row.sealed) : null);

const packetState = async (field: OpenField): Promise<PacketState | null> =>
  packetOf(field, await onStore(field.db, () => field.db.kept.get("packet")));

/** All of the packet, opened. */
export const readPacket = async ({ db, key }: OpenField): Promise<PacketItem[]> => {
  const rows = await onStore(db, () => db.items.toArray());
  return Promise.all(rows.map((row) => unseal<PacketItem>(key, itemPlace(row.key), row.sealed)));
};

const keepPage = async (field: OpenField, answer: PacketAnswer, state: PacketState) => {
  const { db, key, device } = field;
  const items: ItemRow[] = await Promise.all(
    answer.items.map(async (item) => {
      const at = await keyOf(device, item.kind, item.id);
      return { key: at, sealed: await seal(key, itemPlace(at), item) };
    }),
  );
  const gone = await Promise.all(answer.removed.map(({ kind, id }) => keyOf(device, kind, id)));
  const sealed = await seal(key, packetPlace, state);
  const { daysWithoutSignIn: days, lockMinutes: minutes, signedInAt } = answer.terms;
  await onStore(db, () =>
    db.transaction("rw", [db.items, db.kept, db.device], async () => {
      if (answer.whole) await db.items.clear();
      await db.items.bulkDelete(gone);
      await db.items.bulkPut(items);
      await db.kept.put({ key: "packet", sealed });
      // The server's word on time counts: a clock that ran ahead once does not lock the store for ever.
      await db.device.update("device", {
        days,
        minutes,
        signedInAt: Date.parse(signedInAt),
        seenAt: Date.parse(answer.servedAt),
      });
    }),
  );
};

/** Takes the packet away: the person may not read it any more. */
export const dropPacket = ({ db }: OpenField): Promise<void> =>
  onStore(db, () =>
    db.transaction("rw", [db.items, db.kept], async () => {
      await db.items.clear();
      await db.kept.clear();
    }),
  );

const mostPages = 200;
const answerMs = 60_000;

/**
 * Brings what changed since the packet that is here, page by page; each page is kept with its cursor,
 * so that a broken line goes on where it was. Gives the state of the device that the server named.
 * Throws ApiProblem.
 */
export const bringPacket = async (field: OpenField): Promise<string> => {
  for (let pages = 0, before = await packetState(field); ; pages++) {
    const sent = Date.now();
    const answer = await api<PacketAnswer>("/api/v1/field/packet", {
      query: {
        device: field.device,
        cursor: before?.cursor ?? null,
        waiting: await countWaiting(field.db),
      },
      signal: AbortSignal.timeout(answerMs),
    });
    const at = Date.now();
    const state = {
      cursor: answer.cursor,
      offset: offsetBetween(sent, at, answer.servedAt),
      at,
      left: answer.left,
    };
    await keepPage(field, answer, state);
    if (!answer.more || pages >= mostPages) return answer.deviceState;
    before = state;
  }
};
