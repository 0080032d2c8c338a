import { z } from "zod";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { oneFile } from "#server/files/upload.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { kickMail } from "#areas/identity/identity.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { agenciesOf } from "#areas/vendors/vendors.server.ts";
import { contract } from "../contracts.tables.ts";
import { answerRound, ownRound } from "./answer.service.ts";
import { decideAnswer } from "./decision.service.ts";
import {
  answerInput,
  decisionInput,
  roundDetail,
  roundInput,
  vendorRound,
  vendorRoundRow,
  type VendorRoundRow,
} from "./negotiation.model.ts";
import { roundStatuses } from "./negotiation.labels.ts";
import { keepReturnedFile } from "./returned-file.service.ts";
import { readRound, readVendorRound, roundsOf } from "./round.read.service.ts";
import { sendRound, textOfRound, withdrawRound } from "./round.service.ts";

const root = "/api/v1/negotiation-rounds";
const portal = "/api/v1/vendor-negotiations";
const tag = "vendor-portal";
const params = z.object({ orgId: z.uuid(), id: z.uuid() });
const status = z.enum(names(roundStatuses));
const written = z.object({ id: z.string(), status, version: z.number() });

const ours: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/contracts/{id}/rounds",
    permission: "contract.read",
    summary: "The rounds of a contract's negotiation, newest first",
    params: idParams,
    response: z.object({
      items: z.array(
        z.object({ id: z.string(), roundNo: z.number(), status, sentAt: instantField }),
      ),
    }),
    handler: async ({ db, params: { id } }) => {
      await getRow(db, contract, id, "contract");
      return { items: await roundsOf(db, id) };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/contracts/{id}/rounds",
    permission: "contract.edit",
    summary: "Send terms and clauses to the vendor as the next round, fixed by their hash",
    params: idParams,
    body: roundInput,
    response: written,
    handler: ({ tx, actor, params: { id }, body, ifMatch }) =>
      sendRound(tx, actor, id, body, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: `${root}/{id}`,
    permission: "contract.read",
    summary: "A round: what was sent, what came back, word by word",
    params: idParams,
    response: roundDetail,
    handler: ({ db, actor, params: { id } }) => readRound(db, actor, id),
  }),
  recordAct(root, "withdraw", {
    permission: "contract.edit",
    summary: "Take an open round back",
    body: z.object({ reason: z.string().trim().min(3, "Say why: the vendor reads it.").max(2000) }),
    response: written,
    handler: ({ tx, actor, params: { id }, body, ifMatch }) =>
      withdrawRound(tx, actor, id, body.reason, ifMatch),
  }),
  actAt(`${root}/{id}/answers/{answerId}`, "decide", {
    permission: "clause.acceptAsBuyer",
    summary: "Take, refuse or counter one answer of the vendor",
    params: idParams.extend({ answerId: z.uuid() }),
    body: decisionInput,
    response: z.object({ id: z.string(), version: z.number() }),
    handler: ({ tx, actor, params: { id, answerId }, body, ifMatch }) =>
      decideAnswer(tx, actor, { roundId: id, answerId }, body, ifMatch),
  }),
];

const reading: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: portal,
    permission: "vendorPortal.read",
    tag,
    summary: "Rounds of negotiation that agencies sent you",
    response: z.object({ items: z.array(vendorRoundRow) }),
    handler: async ({ app, actor }) => {
      const side = vendorSide(app.database, actor);
      const [rounds, agencies] = await Promise.all([
        side.rows<Omit<VendorRoundRow, "agency">>(sql`
          select id, org_id, contract_number, contract_title, round_no, status, answer_by, sent_at
          from negotiation_round
          order by status = 'sent' desc, sent_at desc
          limit 100
        `),
        agenciesOf(side),
      ]);
      const names = new Map(agencies.map((each) => [each.orgId, each.agency]));
      return { items: rounds.map((r) => ({ ...r, agency: names.get(r.orgId) ?? "" })) };
    },
  }),
  endpoint({
    method: "GET",
    path: `${portal}/{orgId}/{id}`,
    permission: "vendorPortal.read",
    tag,
    summary: "A round that an agency sent you, and what became of your answer",
    params,
    response: vendorRound,
    handler: ({ app, actor, params: { orgId, id } }) =>
      asVendor(app, actor, orgId, async (tx, vendor) => {
        const { name } = await readOrganization(tx);
        return readVendorRound(tx, { vendorId: vendor.id, agency: name }, id);
      }),
  }),
  ...(["text", "content"] as const).map((form) =>
    endpoint({
      method: "GET",
      path: `${portal}/{orgId}/{id}/${form}`,
      permission: "vendorPortal.read",
      tag,
      summary:
        form === "text"
          ? "A round as plain text"
          : "A round's exact bytes: canonical JSON, whose SHA-256 is the round's hash",
      params,
      raw: true,
      handler: async ({ app, actor, params: { orgId, id }, reply }) => {
        const { round } = await asVendor(app, actor, orgId, (tx, vendor) =>
          ownRound(tx, vendor, id),
        );
        const name = `${round.contractNumber}-round-${round.roundNo}.${form === "text" ? "txt" : "json"}`;
        return reply
          .header("content-disposition", `attachment; filename="${name}"`)
          .header("x-content-type-options", "nosniff")
          .type("application/octet-stream")
          .send(form === "text" ? textOfRound(round.content) : canonicalJson(round.content));
      },
    }),
  ),
];

/** Rounds on our side and the vendor's. */
export const negotiationEndpoints: readonly Endpoint[] = [
  ...ours,
  ...reading,
  actAt(`${portal}/{orgId}/{id}`, "answer", {
    permission: "vendorPortal.act",
    tag,
    summary: "Answer a round clause by clause",
    params,
    body: answerInput,
    response: written,
    ownTransaction: true,
    handler: ({ app, actor, params: { orgId, id }, body }) =>
      asVendor(app, actor, orgId, async (tx, vendor, who) => {
        tx.afterCommit(() => kickMail(app));
        return answerRound(tx, vendor, who, id, body);
      }),
  }),
  endpoint({
    method: "POST",
    path: `${portal}/{orgId}/{id}/files`,
    permission: "vendorPortal.act",
    tag,
    summary: "Send a file back beside a round (multipart: file); its words are compared",
    params,
    response: z.object({ id: z.string() }),
    ownTransaction: true,
    handler: async ({ app, actor, params: at, request }) => {
      const part = await oneFile(request);
      return keepReturnedFile(app, actor, at, part);
    },
  }),
];
