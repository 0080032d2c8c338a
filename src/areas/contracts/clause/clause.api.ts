import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { getRow } from "#server/db/rows.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { isEditable } from "../contract/contract.service.ts";
import { contract, contractAmendment } from "../contracts.tables.ts";
import { clauseRules, clauses, draftShipped, listClauses } from "./clause.service.ts";
import { clauseRow, clauseStanding, lackingContract } from "./clause.model.ts";
import { addAmendmentClauses, addClauses, removeClause } from "./contract-clause.service.ts";
import {
  amendmentClauses,
  clausesOf,
  contractsThatLack,
  openRound,
  requiredClauses,
} from "./required.service.ts";

const library = "/api/v1/clauses";
const ofContract = "/api/v1/contracts/{id}/clauses";
const ofAmendment = "/api/v1/contract-amendments/{id}/clauses";
const wanted = z
  .object({ clauseIds: z.array(z.uuid()).min(1).max(100) })
  .strict()
  .or(z.object({ required: z.literal(true) }).strict());
/** A rule of today that asks for a clause. */
const clauseRule = z.object({ key: z.string(), title: z.string(), citation: z.string() });
const libraryEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: library,
    permission: "contract.read",
    summary: "The agency's clauses in all their versions",
    response: z.object({ items: z.array(clauseRow), rules: z.array(clauseRule) }),
    handler: async ({ db }) => {
      const [items, rules] = await Promise.all([listClauses(db), clauseRules(db)]);
      return { items, rules };
    },
  }),
  ...definitionEndpoints(clauses, {
    path: library,
    read: "contract.read",
    write: "clause.edit",
    publish: "clause.publish",
    row: clauseRow,
  }),
  actAt(library, "draftShipped", {
    permission: "clause.edit",
    summary: "Draft a clause for each rule that has none yet, from the texts that are shipped",
    response: z.object({ drafted: z.number() }),
    handler: ({ tx, actor }) => draftShipped(tx, actor),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/contract-clause-checks",
    permission: "contract.read",
    summary: "Contracts that are not signed yet and lack a clause that a rule asks for",
    response: z.object({ items: z.array(lackingContract) }),
    handler: async ({ db }) => ({ items: await contractsThatLack(db) }),
  }),
];

/** The library, the clauses of contracts and amendments, and which are missing. */
export const clauseEndpoints: readonly Endpoint[] = [
  ...libraryEndpoints,
  endpoint({
    method: "GET",
    path: ofContract,
    permission: "contract.read",
    summary: "The clauses of a contract, and those that rules ask of it",
    params: idParams,
    response: clauseStanding,
    handler: async ({ db, actor, params: { id } }) => {
      const c = await getRow(db, contract, id, "contract");
      const [items, required, round] = await Promise.all([
        clausesOf(db, id),
        requiredClauses(db, c),
        openRound(db, id),
      ]);
      const canEdit =
        isEditable(c.status) && round === null && actor.permissions.has("contract.edit");
      return { items, required, canEdit, version: c.version };
    },
  }),
  endpoint({
    method: "POST",
    path: ofContract,
    permission: "contract.edit",
    summary: "Put clauses of the library into a contract before counsel reads it",
    params: idParams,
    body: wanted,
    status: 200,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      addClauses(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "DELETE",
    path: `${ofContract}/{clauseId}`,
    permission: "contract.edit",
    summary: "Take a clause out of a contract before counsel reads it",
    params: idParams.extend({ clauseId: z.uuid() }),
    response: writtenRecord,
    handler: ({ tx, actor, params, ifMatch }) =>
      removeClause(tx, actor, { contractId: params.id, id: params.clauseId }, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: ofAmendment,
    permission: "contract.read",
    summary: "What rules ask of a contract with this amendment, and the clauses that it brings",
    params: idParams,
    response: clauseStanding,
    handler: async ({ db, actor, params: { id } }) => {
      const a = await getRow(db, contractAmendment, id, "contract amendment");
      const c = await getRow(db, contract, a.contractId, "contract");
      const [all, required] = await Promise.all([
        clausesOf(db, c.id, id),
        a.status === "draft" ? amendmentClauses(db, c, a) : [],
      ]);
      const items = all.filter((each) => each.amendmentId === id);
      const canEdit = a.status === "draft" && actor.permissions.has("contract.edit");
      return { items, required, canEdit, version: a.version };
    },
  }),
  endpoint({
    method: "POST",
    path: ofAmendment,
    permission: "contract.edit",
    summary: "Put the clauses that an amendment makes necessary into its draft",
    params: idParams,
    status: 200,
    response: writtenRecord,
    handler: ({ tx, actor, params, ifMatch }) => addAmendmentClauses(tx, actor, params.id, ifMatch),
  }),
];
