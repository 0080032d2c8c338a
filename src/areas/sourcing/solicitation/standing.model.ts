import type { z } from "zod";
import { wholeWith } from "#kernel/fields.ts";
import {
  solicitationChange,
  solicitationFields,
  type SolicitationChange,
  type solicitationPatch,
} from "./solicitation.fields.model.ts";
import type { SolicitationDetail } from "./solicitation.model.ts";

// Each list as a change would name it, in the order in which it is answered.
const listsOf = (s: SolicitationDetail) => ({
  lots: s.lots.map(({ lotNo, title, description }) => ({ lotNo, title, description })),
  items: s.items.map(({ id: _id, lotId: _lot, itemNo: _no, ...item }) => item),
  criteria: s.criteria.map(({ id: _id, position: _at, ...criterion }) => criterion),
  requirements: s.requirements.map(({ id: _id, position: _at, ...requirement }) => requirement),
  documents: s.documents
    .filter((document) => document.addendumNo === null)
    .map(({ fileId, title }) => ({ fileId, title })),
});

/** A draft as it stands with what a change names. 422 where both do not go together. */
export const changedTo = (
  stands: SolicitationDetail,
  patch: z.output<typeof solicitationPatch>,
): SolicitationChange =>
  wholeWith(solicitationChange, solicitationFields, { ...stands, ...listsOf(stands) }, patch);
