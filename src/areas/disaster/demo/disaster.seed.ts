import { carverCountyId, demoPersonId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesBy } from "#areas/organization/organization.server.ts";
import { preparedKits } from "#areas/emergency/emergency.server.ts";
import { orderUnderIncident } from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { takeMessages } from "../alert/alert.service.ts";
import { alertRules } from "../alert/rule.service.ts";
import { incidentFromAlert } from "../incident/draft.service.ts";
import { incidentInput } from "../incident/incident.model.ts";
import {
  changeIncident,
  endObjective,
  moveIncident,
  openPeriod,
  setObjective,
} from "../incident/incident.service.ts";
import { holdPosition } from "../incident/position.service.ts";
import { incident } from "../incident/incident.tables.ts";
import type { PlanForms } from "../incident/plan-forms.model.ts";
import { draftPlan, movePlan } from "../incident/plan.service.ts";
import type { Actor } from "#kernel/access.ts";
import { requestInput } from "../request/request.model.ts";
import { giveLine } from "../request/line.service.ts";
import { askForResource, readRequest, requestSteps } from "../request/request.service.ts";
import { identifyRisk, riskSteps } from "../risk/risk.service.ts";
import { after, stand, tell, type As } from "./told.seed.ts";
import { floodMessages, requests, risks, type Told } from "./warnings.data.ts";

// 2026-11-24T17:00:00.000Z as P-VTEC writes it: 261124T1700Z.
const vtecTime = (iso: string) => `${iso.replace(/[-:]/g, "").slice(2, 13)}Z`;
const vtecOf = ({ action, key, days, ends }: Told): string[] =>
  action && ends !== null
    ? [`/O.${action}.KMPX.${key}.${vtecTime(after(days))}-${vtecTime(after(ends))}/`]
    : [];
const urn = (id: string) => `urn:oid:2.49.0.1.840.0.levee.${id}`;
const featureOf = (m: Told) => ({
  type: "Feature",
  geometry: null,
  properties: {
    id: urn(m.id),
    areaDesc: m.counties
      .map((code) => ({ "027019": "Carver", "027143": "Sibley", "027139": "Scott" })[code])
      .join("; "),
    geocode: { SAME: m.counties, UGC: m.counties.map((code) => `MNC${code.slice(3)}`) },
    references: m.refers ? [{ identifier: urn(m.refers), sender: "w-nws.webmaster@noaa.gov" }] : [],
    sent: after(m.days),
    onset: after(m.days),
    ends: m.ends === null ? null : after(m.ends),
    expires: m.ends === null ? null : after(m.ends),
    status: "Actual",
    messageType: m.type,
    severity: m.severity,
    certainty: "Observed",
    urgency: "Expected",
    event: m.event,
    sender: "w-nws.webmaster@noaa.gov",
    senderName: "NWS Twin Cities/Chanhassen MN",
    headline: m.headline,
    description: /flood/i.test(m.event)
      ? `${m.headline}. Low roads along the river are affected.`
      : `${m.headline}.`,
    instruction: /flood/i.test(m.event) ? "Do not drive through water over a road." : "",
    parameters: { VTEC: vtecOf(m) },
  },
});

const warn = async (as: As): Promise<string> => {
  for (const message of floodMessages)
    await as("admin", message.days, (tx, actor) =>
      takeMessages(tx, actor, JSON.stringify(featureOf(message)), "feed"),
    );
  return as("admin", -12, async (tx) => {
    const row = await tx.one<{ id: string }>(sql`
      select id
      from weather_alert
      where org_id = ${carverCountyId} and identifier = ${urn("warning-1")}
    `);
    return row.id;
  });
};

type Flood = {
  declarationId: string;
  accountStringId: string;
  departmentId: string;
  orders: string[];
};
const floodOf = (tx: Tx): Promise<Flood> =>
  tx.one<Flood>(sql`
    select
      d.id as declaration_id,
      (array_agg(p.account_string_id order by p.number))[1] as account_string_id,
      (array_agg(p.department_id order by p.number))[1] as department_id,
      array_agg(p.order_id order by p.number) as orders
    from local_declaration d
    join emergency_purchase p on p.org_id = d.org_id and p.declaration_id = d.id
    where d.org_id = ${carverCountyId}
    group by d.id
    limit 1
  `);

const positions = [
  ["IC", "admin"],
  ["PIO", "pio"],
  ["OSC", "receiver"],
  ["PSC", "budget"],
  ["LSC", "buyer"],
  ["FSC", "ap"],
] as const;

const begin = async (as: As, alertId: string): Promise<string> => {
  const { id } = await as("admin", -12, (tx, actor) => incidentFromAlert(tx, actor, alertId));
  await as("admin", -12, async (tx, actor) => {
    const flood = await floodOf(tx);
    const now = await getRow(tx, incident, id, "incident");
    await changeIncident(
      tx,
      actor,
      id,
      incidentInput.parse({
        title: "Flood of the Minnesota River",
        kind: "flood",
        cause:
          "The river crested 4.2 feet above flood stage. County roads 14 and 40 were under water, lift station 7 stood dry only by pumping.",
        areaText: "The townships along the river, from East Union to Chaska",
        beginsOn: now.beginsOn,
        federalNumbers: ["DR-4897-MN"],
        declarationId: flood.declarationId,
        accountStringId: flood.accountStringId,
        departmentId: flood.departmentId,
      }),
      now.version,
    );
    for (const orderId of flood.orders) await orderUnderIncident(tx, orderId, id);
    await moveIncident(tx, actor, "activate", { id, version: null, level: 2 });
    const held = await tx.rows<{ id: string; code: string }>(sql`
      select id, code
      from incident_position
      where org_id = ${carverCountyId} and incident_id = ${id}
    `);
    for (const [code, name] of positions)
      await holdPosition(tx, actor, held.find((each) => each.code === code)!.id, {
        personId: demoPersonId(`${name}@demo.levee.test`),
        handover: "",
      });
  });
  await as("admin", -11.9, (tx, actor) =>
    moveIncident(tx, actor, "respond", { id, version: null }),
  );
  return id;
};

const objectives = [
  "No life is lost: every household in the low townships is reached before the crest.",
  "Lift station 7 keeps pumping through the crest.",
  "County Road 14 is open to one lane within 24 hours of the water's fall.",
];
const channel = (over: { number: string; use: string; name: string; assignment: string }) => ({
  zone: "CV",
  receive: "",
  receiveTone: "",
  transmit: "",
  transmitTone: "",
  mode: "D" as const,
  remarks: "",
  ...over,
});
const responseForms: PlanForms = {
  channels: [
    channel({
      number: "1",
      use: "Command",
      name: "CV-TAC1",
      assignment: "Command and general staff",
    }),
    channel({ number: "2", use: "Tactical", name: "CV-TAC2", assignment: "Operations" }),
  ],
  contacts: [],
  stations: [
    {
      name: "Staging area",
      location: "County Road 14, highway shop",
      contact: "CV-TAC1",
      paramedics: true,
    },
  ],
  ambulances: [
    { name: "County ambulance", location: "Staging area", contact: "CV-TAC1", level: "als" },
  ],
  hospitals: [
    {
      name: "St. Francis",
      address: "1455 St. Francis Avenue, Shakopee",
      contact: "952-555-0140",
      airMinutes: "",
      groundMinutes: "18",
      trauma: "Level III",
      burn: false,
      helipad: true,
    },
  ],
  aviation: false,
};
const plan = async (as: As, incidentId: string): Promise<void> => {
  for (const objective of objectives)
    await as("budget", -11.95, (tx, actor) => setObjective(tx, actor, incidentId, objective));
  for (let n = 0; n < 6; n += 1) {
    const from = -11.9 + n * 2;
    const { id } = await as("budget", from, (tx, actor) =>
      openPeriod(tx, actor, incidentId, { fromAt: after(from), toAt: after(from + 2) }),
    );
    const drafted = await as("budget", from, (tx, actor) =>
      draftPlan(tx, actor, id, {
        weather: n < 2 ? "Rain ends tonight, the crest is expected tomorrow." : "Dry and cold.",
        safety: "Nobody enters moving water above the knee. Vests, and a partner within sight.",
        communications: "Command on ARMER CV-TAC1, operations on CV-TAC2.",
        medical: "Call command on CV-TAC1 first: it sends the ambulance and meets it at the road.",
        forms: responseForms,
      }),
    );
    if (n === 5) continue;
    await as("budget", from, (tx, actor) =>
      movePlan(tx, actor, "submit", { id: drafted.id, version: null }),
    );
    await as("admin", from + 0.05, (tx, actor) =>
      movePlan(tx, actor, "approve", { id: drafted.id, version: null }),
    );
  }
};

type Course = keyof typeof requestSteps | "give";
const courses: Readonly<Record<string, readonly Course[]>> = {
  draft: [],
  ordering: ["approveSection", "check", "order"],
  funded: ["approveSection", "check", "order", "toFinance", "fund"],
  received: ["approveSection", "check", "order", "toFinance", "fund", "give"],
  demobilized: ["approveSection", "check", "order", "toFinance", "fund", "give", "demobilize"],
  denied: ["approveSection", "deny"],
  cancelled: ["approveSection", "check", "cancel"],
};
const takes: Readonly<Record<string, string>> = {
  approveSection: "budget",
  check: "budget",
  fund: "ap",
  deny: "ap",
};
const ask = async (as: As, incidentId: string): Promise<void> => {
  for (const [title, line, quantity, unit, unitPrice, source, supplier, state, days] of requests) {
    const { id } = await as("receiver", days, (tx, actor) =>
      askForResource(
        tx,
        actor,
        requestInput.parse({
          incidentId,
          title,
          priority: days < -10 ? "urgent" : "routine",
          need: `${title}: asked for by operations for its objectives.`,
          deliverTo: "Flood staging area, County Road 14",
          neededAt: after(days + 0.5),
          lines: [{ description: line, quantity, unit, unitPrice }],
        }),
      ),
    );
    // Own stock and crew are the road department's; what others lend logistics confirm.
    const own = source === "own";
    const giver = own ? "roads.head" : "buyer";
    const stepped = async (tx: Tx, actor: Actor, action: keyof typeof requestSteps) => {
      const giverId = own ? demoPersonId("roads.head@demo.levee.test") : null;
      const { lines } = await readRequest(tx, actor, id);
      const sources = lines.flatMap((l) =>
        source ? [{ lineId: l.id, source, supplier, giverId }] : [],
      );
      const reason = "Not needed any more, the water falls.";
      await requestSteps[action](tx, actor, { id, version: null, reason }, { sources });
    };
    const given = async (tx: Tx, actor: Actor) => {
      for (const l of (await readRequest(tx, actor, id)).lines)
        await giveLine(tx, actor, { id, lineId: l.id }, { note: `Handed over by ${supplier}` });
    };
    for (const [n, action] of courses[state]!.entries())
      await as(
        action === "give" ? giver : (takes[action] ?? "buyer"),
        days + 0.02 * (n + 1),
        (tx, actor) => (action === "give" ? given(tx, actor) : stepped(tx, actor, action)),
      );
  }
};

const register = async (as: As): Promise<void> => {
  for (const [title, description, owner, review, grades, treatment, publicText] of risks) {
    const { id } = await as("admin", -30, (tx, actor) =>
      identifyRisk(tx, actor, {
        title,
        description,
        ownerId: demoPersonId(`${owner}@demo.levee.test`),
        reviewOn: businessDate({ ...tx.scope, businessNow: after(review) }),
        target: 6,
        publicText,
        published: publicText !== "",
        incidentId: null,
      }),
    );
    if (!grades) continue;
    const [likelihood, impact, residualLikelihood, residualImpact] = grades;
    await as("admin", -25, (tx, actor) =>
      riskSteps.assess(
        tx,
        actor,
        { id, version: null, reason: null },
        {
          likelihood,
          impact,
          residualLikelihood,
          residualImpact,
        },
      ),
    );
    await as("admin", -20, (tx, actor) =>
      riskSteps.treat(tx, actor, { id, version: null, reason: null }, { treatment }),
    );
    if (residualLikelihood * residualImpact <= 9)
      await as("manager", -15, (tx, actor) =>
        riskSteps.accept(tx, actor, { id, version: null, reason: null }),
      );
  }
};

// What the county does when the river rises, in force before the flood.
const ruleOfFloods = (as: As): Promise<void> =>
  as("admin", -60, async (tx, actor) => {
    const [kit] = await preparedKits(tx);
    const { id, version } = await alertRules.draft(
      tx,
      actor,
      {
        name: "Severe floods with records inside",
        events: ["Flood Warning", "Flash Flood Warning"],
        severities: ["severe", "extreme"],
        nearMeters: 500,
        needsRecords: true,
        people: [demoPersonId("budget@demo.levee.test")],
        draftsIncident: false,
        kits: kit ? [kit.id] : [],
        toDo: "",
      },
      null,
    );
    await alertRules.publish(tx, actor, id, version);
  });

/** The twelve days since the flood: warnings, one incident in recovery, requests, risks, releases. */
export const seedDisaster = async (app: App, say: (line: string) => void): Promise<void> => {
  const as: As = (name, days, work) => {
    const actor = demoActor(name, after(days));
    return app.database.transaction(actor, (tx) => work(tx, actor));
  };
  await ruleOfFloods(as);
  const incidentId = await begin(as, await warn(as));
  await plan(as, incidentId);
  await ask(as, incidentId);
  await tell(as, incidentId);
  await stand(as, incidentId);
  const met = await as("admin", -3, (tx) =>
    tx.rows<{ id: string }>(sql`
      select id
      from incident_objective
      where org_id = ${carverCountyId} and incident_id = ${incidentId}
    `),
  );
  for (const { id } of met)
    await as("admin", -3, (tx, actor) => endObjective(tx, actor, id, "met"));
  await as("admin", -3, (tx, actor) =>
    moveIncident(tx, actor, "recover", { id: incidentId, version: null }),
  );
  await register(as);
  for (const name of ["admin", "manager", "user", "platform"] as const)
    await readNoticesBy(app, demoActor(name, after(0)), ["incident"]);
  say(`disaster: the flood as an incident with ${requests.length} requests, ${risks.length} risks`);
};
