import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { peopleOnDuty } from "#areas/organization/organization.server.ts";
import { defineNoun, transition, type Step } from "#server/lifecycle.ts";
import { missingForPublication } from "./readiness.service.ts";
import {
  solicitationCycle,
  type SolicitationAction,
  type SolicitationFacts,
} from "./solicitation.lifecycle.model.ts";
import type { SolicitationStatus } from "./solicitation.model.ts";
import { solicitation } from "./solicitation.tables.ts";

export type SolicitationRecord = typeof solicitation.$inferSelect;
export type LoadedSolicitation = SolicitationRecord & SolicitationFacts;

const beforePublication = new Set(["draft", "review"]);

export const solicitationNoun = defineNoun<
  SolicitationStatus,
  SolicitationAction,
  typeof solicitation,
  LoadedSolicitation
>({
  name: "solicitation",
  path: "solicitations",
  page: "/rfq-builder",
  table: solicitation,
  cycle: solicitationCycle,
  number: (row) => row.number,
  askers: ["buyerId", "requesterId"],
  load: async (tx, row) => ({
    ...row,
    missing: beforePublication.has(row.status) ? await missingForPublication(tx, row) : [],
  }),
});

type Moving = Omit<
  Step<SolicitationStatus, SolicitationAction, typeof solicitation, LoadedSolicitation>,
  "id" | "action"
>;

/**
 * Takes one step of a solicitation's lifecycle; for the nouns that live from it (opening,
 * evaluation, award, protest). Errors are those of `transition`.
 */
export const moveSolicitation = (
  tx: Tx,
  actor: Actor,
  id: string,
  action: SolicitationAction,
  more: Moving = {},
): Promise<SolicitationRecord> => transition(tx, actor, solicitationNoun, { id, action, ...more });

/**
 * The people of the agency who must hear of what happens to a solicitation: its buyer, else the
 * members who hold the duty. Ids of persons.
 */
export const buyersOf = async (
  tx: Tx,
  row: Pick<SolicitationRecord, "buyerId">,
): Promise<string[]> =>
  row.buyerId ? [row.buyerId] : (await peopleOnDuty(tx, "buyer")).slice(0, 20);
