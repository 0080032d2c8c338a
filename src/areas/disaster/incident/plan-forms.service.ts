import { formatInstant } from "#kernel/dates.ts";
import { html } from "#server/pdf/pdf.ts";
import type { PlanDetail } from "./incident.model.ts";
import { contactsOf, noForms, supportLevels, type PlanForms } from "./plan-forms.model.ts";

/** Rules of the official forms: boxes with numbered blocks, one form a page. */
export const formStyle = [
  "@page{size:letter;margin:14mm}",
  ".form{break-before:page;break-inside:auto}",
  ".form table{border:1pt solid #121927;table-layout:auto}",
  ".form th,.form td{border:.5pt solid #121927;vertical-align:top;font-size:8.5pt}",
  ".form th{color:#121927;background:#eef1f5}",
  ".form .block{font-weight:600}.form p.block{margin-top:8pt}",
  ".form .boxes td{width:33%}",
  ".form caption{text-align:left;font-weight:700;font-size:13pt;padding:0 0 4pt}",
  ".form footer{font-size:8pt;margin-top:4pt}",
].join("");

const row = (cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<td>${html(cell)}</td>`).join("")}</tr>`;
const grid = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th scope="col">${html(head)}</th>`).join("")}</tr></thead><tbody>${
    rows.length ? rows.map(row).join("") : row(["None", ...heads.slice(1).map(() => "")])
  }</tbody></table>`;
const block = (no: number, label: string, body: string) =>
  `<p class="block">${no}. ${html(label)}</p>${body}`;
const words = (text: string) => `<p>${html(text || "None").replaceAll("\n", "<br>")}</p>`;

/** The first numbered blocks of a form, side by side in one row of boxes. */
const boxes = (parts: readonly (readonly [label: string, text: string])[]): string =>
  `<table class="boxes"><tbody><tr>${parts
    .map(
      ([label, text], n) =>
        `<td><span class="block">${n + 1}. ${html(label)}</span><br>${html(text)}</td>`,
    )
    .join("")}</tr></tbody></table>`;

type Head = { incident: string; period: string; prepared: string; time: string };
// Blocks 1 and 2 stand above every form of the set.
const headOf = (detail: PlanDetail, timeZone: string): Head => {
  const { plan } = detail;
  return {
    incident: plan.incident,
    period: `${formatInstant(plan.period.from, timeZone)} to ${formatInstant(plan.period.to, timeZone)}`,
    prepared: plan.preparedBy ?? "",
    time: detail.approvedAt ? formatInstant(detail.approvedAt, timeZone) : "",
  };
};
const form = (id: string, title: string, body: string): string =>
  `<section class="form" id="${id.replace(" ", "-").toLowerCase()}"><h2>${html(title)} (${id})</h2>${body}<footer>${id}, incident action plan</footer></section>`;
const signature = (no: number, label: string, name: string, time: string): string =>
  block(
    no,
    label,
    grid(["Name", "Position or title", "Signature", "Date and time"], [[name, "", "", time]]),
  );

/** The radio communications plan in the blocks of ICS 205. */
const radioPlan = (detail: PlanDetail, head: Head): string => {
  const { channels } = detail.plan.forms ?? noForms;
  return form(
    "ICS 205",
    "Incident radio communications plan",
    [
      boxes([
        ["Incident name", head.incident],
        ["Date and time prepared", head.time],
        ["Operational period", head.period],
      ]),
      block(
        4,
        "Basic radio channel use",
        grid(
          [
            "Zone group",
            "Ch #",
            "Function",
            "Channel name, trunked radio system talkgroup",
            "Assignment",
            "RX freq N or W",
            "RX tone, NAC",
            "TX freq N or W",
            "TX tone, NAC",
            "Mode (A, D or M)",
            "Remarks",
          ],
          channels.map((c) => [
            c.zone,
            c.number,
            c.use,
            c.name,
            c.assignment,
            c.receive,
            c.receiveTone,
            c.transmit,
            c.transmitTone,
            c.mode,
            c.remarks,
          ]),
        ),
      ),
      block(5, "Special instructions", words(detail.plan.communications)),
      signature(6, "Prepared by (communications unit leader)", head.prepared, head.time),
    ].join(""),
  );
};

/** The communications list in the blocks of ICS 205A. */
const communicationsList = (detail: PlanDetail, head: Head): string => {
  const people = contactsOf(detail.plan.forms ?? noForms, detail.plan.organization);
  return form(
    "ICS 205A",
    "Communications list",
    [
      boxes([
        ["Incident name", head.incident],
        ["Operational period", head.period],
      ]),
      block(
        3,
        "Basic local communications information",
        grid(
          [
            "Incident assigned position",
            "Name (by alphabet)",
            "Method(s) of contact (phone, pager, cell)",
          ],
          people.map((p) => [p.position, p.name, p.methods || "not entered"]),
        ),
      ),
      signature(4, "Prepared by", head.prepared, head.time),
    ].join(""),
  );
};

const yes = (value: boolean) => (value ? "Yes" : "No");
const aidStations = ({ stations }: PlanForms): string =>
  grid(
    ["Name", "Location", "Contact number(s), frequency", "Paramedics on site"],
    stations.map((s) => [s.name, s.location, s.contact, yes(s.paramedics)]),
  );
const transportation = ({ ambulances }: PlanForms): string =>
  grid(
    ["Ambulance service", "Location", "Contact number(s), frequency", "Level of service"],
    ambulances.map((s) => [s.name, s.location, s.contact, supportLevels[s.level]]),
  );
const hospitalTable = ({ hospitals }: PlanForms): string =>
  grid(
    [
      "Hospital name",
      "Address, latitude and longitude if helipad",
      "Contact number(s), frequency",
      "Travel time, air",
      "Travel time, ground",
      "Trauma center, level",
      "Burn center",
      "Helipad",
    ],
    hospitals.map((h) => [
      h.name,
      h.address,
      h.contact,
      h.airMinutes,
      h.groundMinutes,
      h.trauma || "No",
      yes(h.burn),
      yes(h.helipad),
    ]),
  );

/** The medical plan in the blocks of ICS 206. */
const medicalPlan = (detail: PlanDetail, head: Head): string => {
  const forms = detail.plan.forms ?? noForms;
  const safety = detail.plan.organization.find((p) => p.position === "Safety officer")?.person;
  const procedures = `${words(detail.plan.medical)}<p>Aviation assets are used for rescue: ${yes(forms.aviation)}</p>`;
  return form(
    "ICS 206",
    "Medical plan",
    [
      boxes([
        ["Incident name", head.incident],
        ["Operational period", head.period],
      ]),
      block(3, "Medical aid stations", aidStations(forms)),
      block(4, "Transportation", transportation(forms)),
      block(5, "Hospitals", hospitalTable(forms)),
      block(6, "Special medical emergency procedures", procedures),
      signature(7, "Prepared by (medical unit leader)", head.prepared, head.time),
      signature(8, "Approved by (safety officer)", safety ?? "", ""),
    ].join(""),
  );
};

/** ICS 205, 205A and 206 of a plan, each on a page of its own in the blocks of the official form. */
export const officialForms = (detail: PlanDetail, timeZone: string): string => {
  const head = headOf(detail, timeZone);
  return [
    radioPlan(detail, head),
    communicationsList(detail, head),
    medicalPlan(detail, head),
  ].join("\n");
};
