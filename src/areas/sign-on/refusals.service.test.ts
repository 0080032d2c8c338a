// What setting a provider or a domain up refuses, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { checkDomain } from "./domain/domain.service.ts";
import { Browser, openSignOn, s } from "./sign-on.setup.ts";
import { openNames } from "./testing/name-server.ts";
import { makeKey, metadataOf } from "./testing/saml-provider.ts";

openSignOn();

const providers = "/api/v1/sign-in-providers";
const domains = "/api/v1/sign-in-domains";
const issuer = "https://idp.refusals.test/metadata";
const keys = [1, 2, 3, 4, 5].map(() => makeKey(databaseMs()).certificate);
const settings = {
  name: "County SAML",
  subjectClaim: "",
  emailClaim: "mail",
  nameClaim: "displayName",
  arrival: "create",
  trustsSecondFactor: false,
  secondFactorValues: ["mfa"],
};
const saml = (certificates: string[]) => ({
  ...settings,
  kind: "saml",
  metadata: metadataOf(issuer, certificates),
  metadataUrl: "",
});
let ann: Browser;
let names: Awaited<ReturnType<typeof openNames>>;
beforeAll(async () => {
  ann = await new Browser().signIn(s.people.ann.email);
  names = await openNames();
});
afterAll(() => names.close());

const versionOf = async (id: string) =>
  (await ann.ask("GET", `${providers}/${id}`)).body.version as number;

test("certificates stand once, and so many at the most", async () => {
  expect((await ann.ask("POST", providers, saml(keys))).body).toMatchObject({
    code: "bad_metadata",
    errors: [{ path: "metadata" }],
  });
  const { body } = await ann.ask("POST", providers, saml([keys[0]!]));
  const add = async (certificate: string) =>
    (
      await ann
        .at(await versionOf(body.id))
        .ask("POST", `${providers}/${body.id}/certificates`, { certificate })
    ).body;
  expect(await add(keys[0]!)).toMatchObject({
    errors: [{ path: "certificate", message: "This certificate is there already." }],
  });
  for (const one of keys.slice(1, 4)) await add(one);
  expect(await add(keys[4]!)).toMatchObject({ code: "too_many_certificates" });
});

test("what a provider speaks stays, and one that people come in by is not changed beneath them", async () => {
  const { body } = await ann.ask("POST", providers, saml([keys[0]!]));
  const change = async (input: object) =>
    (await ann.at(await versionOf(body.id)).ask("PUT", `${providers}/${body.id}`, input)).body;
  const oidc = { issuer: "https://idp.refusals.test", clientId: "levee", clientSecret: "secret" };
  expect(await change({ ...settings, ...oidc, kind: "oidc" })).toMatchObject({
    errors: [{ path: "kind", message: "What a provider speaks stays. Set up another one." }],
  });
  await s.t.database.transaction({ orgId: s.agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update sign_in_provider
      set status = 'active'
      where org_id = ${s.agency.orgId} and id = ${body.id}
    `),
  );
  expect(await change(saml([keys[1]!]))).toMatchObject({ code: "provider_in_use" });
});

test("a domain is named once, and stays with the agency that proved it first", async () => {
  const added = await ann.ask("POST", domains, { domain: "claimed.test" });
  expect((await ann.ask("POST", domains, { domain: "claimed.test" })).body).toMatchObject({
    code: "known_domain",
  });
  const other = await makeAgency(s.t.database);
  await s.t.database.transaction({ orgId: other.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into sign_in_domain (org_id, id, domain, token, proved_at)
      values (${other.orgId}, ${newId()}, 'claimed.test', ${newId()}, clock_timestamp())
    `),
  );
  const app = { ...s.app, config: { ...s.app.config, LEVEE_DNS: names.address } };
  names.record = added.body.record as string;
  expect(await refusalOf(checkDomain(app, s.people.ann, added.body.id as string))).toBe(
    "domain_of_another: Another agency here has proved this domain to be its own.",
  );
  expect((await ann.ask("GET", domains)).body.items).toMatchObject([{ provedAt: null }]);
});
