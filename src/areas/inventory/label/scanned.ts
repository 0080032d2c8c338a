import { isLabel, tagOf } from "#kernel/label-tag.ts";
import { api } from "#web/kit/api.ts";
import { idBehind, openedBy } from "#web/kit/scan/labels.ts";

/** A lot or a serial number, as its label names it. */
export type ScannedLot = { id: string; code: string; itemId: string; itemNumber: string };

const lotsAt = "/inventory/lots/";

/** The lot that opens at an address; null for what is no lot. */
export const lotAt = async (to: string): Promise<ScannedLot | null> => {
  const id = idBehind(lotsAt, to);
  if (!id) return null;
  const { items } = await api<{ items: ScannedLot[] }>(`/api/v1/stock-lots?id=${id}`);
  return items[0] ?? null;
};

/** The lot of a label of ours; null for another label, and for a code that is none of ours. */
export const lotOf = async (said: string): Promise<ScannedLot | null> =>
  isLabel(said) && /^lot:/i.test(tagOf(said)) ? lotAt(await openedBy(said)) : null;

/** What is written down as the number of a lot: what the goods say, or what our label of them stands for. */
export const lotCode = async (said: string): Promise<string> =>
  (await lotOf(said))?.code ?? said.trim();
