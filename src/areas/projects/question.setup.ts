// A project whose contract has a contractor with a portal, and people on both sides.
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import type { Actor } from "#kernel/access.ts";
import { addDays, instantAt } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { ContractorProject } from "./question/contractor.model.ts";
import type { RfiDetail } from "./question/rfi.model.ts";
import { projectInput } from "./project/project.model.ts";
import { proposeProject } from "./project/project.service.ts";

type Written = { id: string; version: number; status: string; number: string };

/** The actor so many days later, at noon. */
export const daysLater = (actor: Actor, days: number): Actor => ({
  ...actor,
  businessNow: instantAt(Date.parse(`${addDays(agencyDay(), days)}T18:00:00Z`)),
});

/** What is taken of an agency with contracts. */
type Contracts = {
  agency: Agency;
  vendor: { id: string; name: string };
  people: { deputy: Actor };
  as: <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => Promise<T>;
  inForce: (over?: object) => Promise<string>;
};

/** An agency that builds a project by a contractor, and a rival company. */
export const questionAgency = async <C extends Contracts>(t: TestDatabase, c: C) => {
  const people = await makeMembers(t.database, c.agency, {
    engineer: { duties: ["project_manager"] },
    second: { duties: ["project_manager"] },
    inspector: { duties: ["inspector"] },
    bystander: {},
  });
  const { elsewhere } = await makeMembers(t.database, await makeAgency(t.database), {
    elsewhere: { duties: ["project_manager"] },
  });
  const company = async (name: string): Promise<Actor> => {
    const person = await makePerson(t, `Person of ${name}`);
    return actingFor(person, await foundVendorIdentity(identityDb(t.database), person, name));
  };
  const contractor = await company("Northline");
  const rival = await company("Southline");
  const asking = askingOf(() => t);
  const { deputy } = c.people;
  await c.as(deputy, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${contractor.vendorIds[0]!}, email = 'northline@example.org'
      where org_id = ${c.agency.orgId} and id = ${c.vendor.id}
    `),
  );
  const contractId = await c.inForce({
    ceiling: 100_000_00,
    yearPlan: [{ year: 2027, amount: 100_000_00 }],
  });

  /** A project under way that names the contract. */
  const building = async (code: string, status = "active"): Promise<string> => {
    const p = await c.as(deputy, (tx) =>
      proposeProject(
        tx,
        deputy,
        projectInput.parse({
          name: `Bridge ${code}`,
          segmentCode: code,
          departmentId: c.agency.departmentId,
          engineerId: people.engineer.personId,
          contracts: [{ contractId }],
        }),
      ),
    );
    await c.as(deputy, (tx) =>
      tx.rows(sql`
        update project
        set status = ${status}
        where org_id = ${c.agency.orgId} and id = ${p.id}
      `),
    );
    return p.id;
  };
  const given = (projectId: string, over: object = {}) => ({
    projectId,
    title: "Footing at abutment 2",
    question: "Rock is two feet lower than sheet S-201 shows. How deep?",
    ...over,
  });
  const draft = (projectId: string, over: object = {}, actor: Actor = people.inspector) =>
    asking<Written>(actor, "POST /api/v1/rfis", given(projectId, over));
  const read = (id: string, actor: Actor = people.engineer) =>
    asking<RfiDetail>(actor, `GET /api/v1/rfis/${id}`);
  const step = async (id: string, name: string, body: object, actor: Actor) =>
    asking<Written>(
      actor,
      `POST /api/v1/rfis/${id}/actions/${name}`,
      body,
      (await read(id)).version,
    );
  const at = (projectId: string) => `/api/v1/vendor-projects/${c.agency.orgId}/${projectId}`;
  const side = (projectId: string, actor: Actor = contractor) =>
    asking<ContractorProject>(actor, `GET ${at(projectId)}`);
  const { projectId: _project, ...asked } = given("");
  const askOutside = (projectId: string, over: object = {}, actor: Actor = contractor) =>
    asking<Written>(actor, `POST ${at(projectId)}/rfis`, { ...asked, contractId, ...over });
  const stepOutside = async (id: string, name: string, says: string, actor: Actor = contractor) =>
    asking<Written>(
      actor,
      `POST /api/v1/vendor-rfis/${c.agency.orgId}/${id}/actions/${name}`,
      { says },
      (await read(id)).version,
    );
  return {
    agency: c.agency,
    vendor: c.vendor,
    as: c.as,
    deputy,
    people,
    elsewhere,
    contractor,
    rival,
    contractId,
    asking,
    building,
    draft,
    read,
    step,
    side,
    askOutside,
    stepOutside,
  };
};
