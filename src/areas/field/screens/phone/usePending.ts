import { notYetShown, type Recorded } from "../../store/pending.model.ts";
import type { PacketItem } from "../../store/packet.ts";
import { useField } from "./useField.ts";

/** What was recorded here of an item and does not show in the packet yet. */
export const usePending = (item: PacketItem | null): Recorded[] => {
  const { outbox, packet } = useField();
  if (!item) return [];
  const recorded = outbox.map(({ row, kept: { envelope } }): Recorded => ({
    number: row.number,
    state: row.state,
    kind: envelope.kind,
    recordId: envelope.record?.id ?? null,
    at: envelope.at,
    values: envelope.values,
  }));
  return notYetShown(recorded, item.id, packet?.at ?? 0);
};
