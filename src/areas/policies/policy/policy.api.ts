import { z } from "zod";
import { hostAgency } from "#areas/engagement/engagement.server.ts";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { sendPublicFile } from "#server/files/pictures.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { acknowledge } from "../acknowledgement/asked.service.ts";
import { acknowledgementList } from "../acknowledgement/acknowledgement.list.ts";
import { acknowledgementRow, toAcknowledge } from "../acknowledgement/acknowledgement.model.ts";
import { openCertificate } from "../certificate/certificate.model.ts";
import { policyList } from "./policy.list.ts";
import {
  openPolicy,
  openPolicyRow,
  policyDetail,
  policyInput,
  policyReview,
  policyRow,
  policyStanding,
} from "./policy.model.ts";
import { policyNoun } from "./policy.noun.ts";
import { readPolicy, standingOfPolicies, waitingForMe } from "./policy.read.service.ts";
import {
  changePolicy,
  discardPolicy,
  draftNextVersion,
  draftPolicy,
  publishPolicy,
  retirePolicy,
  reviewPolicy,
  revisePolicy,
  submitPolicy,
  withdrawPolicy,
} from "./policy.service.ts";
import {
  openCertificateFile,
  openCertificates,
  openPolicies,
  openPolicyFile,
  readOpenPolicy,
} from "./public.service.ts";

const path = "/api/v1/agency-policies";
const open = "/api/v1/public/policies";
const tag = "public site";
const [read, edit] = ["agencyPolicy.read", "agencyPolicy.edit"] as const;

const openEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: open,
    permission: "public",
    tag,
    summary: "Published policies and certificates of the agency",
    response: z.object({
      agency: z.string(),
      timeZone: z.string(),
      policies: z.array(openPolicyRow),
      certificates: z.array(openCertificate),
    }),
    handler: async ({ app }) => {
      const { name: agency, timeZone } = await hostAgency(app);
      const [policies, certificates] = await Promise.all([
        openPolicies(app),
        openCertificates(app),
      ]);
      return { agency, timeZone, policies, certificates };
    },
  }),
  endpoint({
    method: "GET",
    path: `${open}/{id}`,
    permission: "public",
    tag,
    summary: "A published version of a policy, also once another one holds",
    params: idParams,
    response: openPolicy,
    handler: ({ app, params }) => readOpenPolicy(app, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${open}/{id}/file`,
    permission: "public",
    tag,
    summary: "The file of a published version of a policy",
    params: idParams,
    raw: true,
    handler: async ({ app, params, reply }) =>
      sendPublicFile(app.files, reply, await openPolicyFile(app, params.id)),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/agency-certificates/{id}/file",
    permission: "public",
    tag,
    summary: "The file of a certificate of the agency",
    params: idParams,
    raw: true,
    handler: async ({ app, params, reply }) =>
      sendPublicFile(app.files, reply, await openCertificateFile(app, params.id)),
  }),
];

const asking: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/agency-policies-to-acknowledge",
    permission: read,
    summary: "Policies that wait for the reader's own confirmation",
    response: z.object({ items: z.array(toAcknowledge) }),
    handler: async ({ db, actor }) => ({ items: await waitingForMe(db, actor) }),
  }),
  recordAct(path, "acknowledge", {
    permission: read,
    summary: "Confirm that one has read a policy",
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params }) => acknowledge(tx, actor, params.id),
  }),
  ...listEndpoints(
    "/api/v1/policy-acknowledgements",
    edit,
    acknowledgementList,
    acknowledgementRow,
  ),
];

export const policyEndpoints: readonly Endpoint[] = [
  ...openEndpoints,
  ...asking,
  ...listEndpoints(path, read, policyList, policyRow),
  endpoint({
    method: "GET",
    path: "/api/v1/agency-policies-standing",
    permission: edit,
    summary: "What waits of policies and certificates today",
    response: policyStanding,
    handler: ({ db }) => standingOfPolicies(db),
  }),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "Draft a policy",
    status: 201,
    body: policyInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftPolicy(tx, actor, body),
  }),
  recordAct(path, "next-version", {
    permission: edit,
    summary: "Draft the next version beside the one that holds",
    response: writtenRecord,
    handler: ({ tx, actor, params }) => draftNextVersion(tx, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A version of a policy",
    params: idParams,
    response: policyDetail,
    handler: ({ db, actor, params }) => readPolicy(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change a draft of a policy",
    params: idParams,
    body: patchOf(policyInput.shape),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const { file, ...stands } = await readPolicy(tx, actor, params.id);
      const held = { ...stands, fileId: file?.id ?? null };
      const whole = wholeWith(policyInput, policyInput.shape, held, body);
      return changePolicy(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "agencyPolicy", edit),
  ...stepEndpoints(policyNoun, {
    submit: submitPolicy,
    withdraw: withdrawPolicy,
    revise: revisePolicy,
    publish: publishPolicy,
    review: step(policyReview, reviewPolicy),
    discard: discardPolicy,
    retire: retirePolicy,
  }),
];
