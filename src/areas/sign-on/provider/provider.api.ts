import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { getRow } from "#server/db/rows.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { providerNoun } from "./provider.noun.ts";
import { beginAttempt } from "../attempt/attempt.service.ts";
import { signInProvider } from "../sign-on.tables.ts";
import { addCertificate, removeCertificate } from "./certificates.service.ts";
import {
  providerInput,
  providerRecord,
  providerRow,
  providerSettings,
  testResult,
} from "./provider.model.ts";
import {
  addProvider,
  changeProvider,
  changeSettings,
  listProviders,
  readProvider,
  stepProvider,
} from "./provider.service.ts";
import { readTest } from "./test.service.ts";

const path = "/api/v1/sign-in-providers";
const written = z.object({ id: z.string(), version: z.number() });
const stepped = written.extend({ number: z.string(), status: z.string() });
const manage = { permission: "signOn.manage" } as const;

const steps = stepEndpoints(providerNoun, {
  test: {
    summary: "Begin a real sign-in that shows what the provider says, without a session",
    permission: "signOn.manage",
    body: null,
    response: z.object({ location: z.string() }),
    ownTransaction: true,
    unkept: true,
    handler: async ({ app, actor, params, request, reply }) => {
      const provider = await getRow(
        app.database.read(actor),
        signInProvider,
        params.id,
        "sign-in provider",
      );
      const begun = await beginAttempt(app, provider, "test", {
        actor,
        cookies: request.headers.cookie,
      });
      reply.header("set-cookie", begun.cookie);
      return { location: begun.location };
    },
  },
  ...alike(
    stepProvider,
    {
      activate: "People of the agency may sign in by it",
      disable: "Nobody signs in by it any more",
      reopen: "Set a disabled provider up anew",
    },
    { response: stepped },
  ),
});

const providers: readonly Endpoint[] = [
  endpoint({
    ...manage,
    method: "GET",
    path,
    summary: "Providers by which the agency's people sign in",
    response: z.object({ items: z.array(providerRow) }),
    handler: async ({ db }) => ({ items: await listProviders(db) }),
  }),
  endpoint({
    ...manage,
    method: "GET",
    path: `${path}/{id}`,
    summary: "One provider; its secrets are never shown again",
    params: idParams,
    response: providerRecord,
    handler: ({ app, db, actor, params }) => readProvider(app, db, actor, params.id),
  }),
  endpoint({
    ...manage,
    method: "POST",
    path,
    summary: "Set a provider up, as a draft",
    ownTransaction: true,
    body: providerInput,
    response: written,
    handler: ({ app, actor, body }) => addProvider(app, actor, body),
  }),
  endpoint({
    ...manage,
    method: "PUT",
    path: `${path}/{id}`,
    summary: "Change a provider that nobody comes in by; it is tested anew",
    ownTransaction: true,
    params: idParams,
    body: providerInput,
    response: written,
    handler: ({ app, actor, params, body, ifMatch }) =>
      changeProvider(app, actor, params.id, body, ifMatch),
  }),
  endpoint({
    ...manage,
    method: "PATCH",
    path: `${path}/{id}`,
    summary: "Change name, claims, arrival and trust, also while people come in by it",
    params: idParams,
    body: patchOf(providerSettings.shape),
    response: written,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await getRow(tx, signInProvider, params.id, "sign-in provider");
      const whole = wholeWith(providerSettings, providerSettings.shape, stands, body);
      return changeSettings(tx, actor, params.id, whole, ifMatch);
    },
  }),
];

const certificates: readonly Endpoint[] = [
  endpoint({
    ...manage,
    method: "POST",
    path: `${path}/{id}/certificates`,
    summary: "A further certificate that the provider signs with",
    status: 200,
    params: idParams,
    body: z.object({ certificate: z.string().min(1, "Paste the certificate").max(20_000) }),
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      addCertificate(tx, actor, params.id, body.certificate, ifMatch),
  }),
  endpoint({
    ...manage,
    method: "DELETE",
    path: `${path}/{id}/certificates/{fingerprint}`,
    summary: "Believe a certificate no more",
    params: idParams.extend({ fingerprint: z.string().regex(/^[0-9a-f]{64}$/) }),
    response: written,
    handler: ({ tx, actor, params, ifMatch }) =>
      removeCertificate(tx, actor, params.id, params.fingerprint, ifMatch),
  }),
];

const tests: readonly Endpoint[] = [
  endpoint({
    ...manage,
    method: "GET",
    path: `${path}/{id}/tests/{testId}`,
    summary: "What one's own test brought",
    params: idParams.extend({ testId: z.uuid("Not a test's id.") }),
    response: testResult,
    handler: ({ db, actor, params }) => readTest(db, actor, params.id, params.testId),
  }),
];

export const providerEndpoints: readonly Endpoint[] = [
  ...providers,
  ...certificates,
  ...tests,
  ...steps,
  historyEndpoint(path, "signInProvider", "signOn.manage"),
];
