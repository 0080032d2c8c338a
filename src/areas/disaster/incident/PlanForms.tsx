import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { PlanDetail } from "./incident.model.ts";
import type { PlanPart } from "./PlanDialogs.tsx";
import {
  channelModes,
  noForms,
  supportLevels,
  type PlanForms,
  type Reached,
} from "./plan-forms.model.ts";

type Of<K extends keyof PlanForms> = PlanForms[K] extends (infer T)[] ? T : never;

const channels: readonly LinePart<Of<"channels">>[] = [
  { label: "Function", as: "title", cell: (c) => c.use },
  {
    label: "Channel",
    words: true,
    cell: (c) => [c.zone, c.number, c.name].filter(Boolean).join(" "),
  },
  { label: "Assignment", words: true, cell: (c) => c.assignment },
  { label: "Receives", cell: (c) => [c.receive, c.receiveTone].filter(Boolean).join(", ") },
  { label: "Sends", cell: (c) => [c.transmit, c.transmitTone].filter(Boolean).join(", ") },
  { label: "Mode", cell: (c) => channelModes[c.mode] },
  { label: "Remarks", words: true, cell: (c) => c.remarks },
];
const contacts: readonly LinePart<Reached>[] = [
  { label: "Name", as: "title", cell: (c) => c.name },
  { label: "Position", words: true, cell: (c) => c.position },
  {
    label: "Reached by",
    words: true,
    cell: (c) => c.methods || <span className="text-warning">not entered</span>,
  },
];
const yes = (value: boolean) => (value ? "Yes" : "No");
const stations: readonly LinePart<Of<"stations">>[] = [
  { label: "Aid station", as: "title", cell: (s) => s.name },
  { label: "Location", words: true, cell: (s) => s.location },
  { label: "Contact", words: true, cell: (s) => s.contact },
  { label: "Paramedics", cell: (s) => yes(s.paramedics) },
];
const ambulances: readonly LinePart<Of<"ambulances">>[] = [
  { label: "Ambulance", as: "title", cell: (s) => s.name },
  { label: "Location", words: true, cell: (s) => s.location },
  { label: "Contact", words: true, cell: (s) => s.contact },
  { label: "Level", cell: (s) => supportLevels[s.level] },
];
const hospitals: readonly LinePart<Of<"hospitals">>[] = [
  { label: "Hospital", as: "title", cell: (h) => h.name },
  { label: "Address", words: true, cell: (h) => h.address },
  { label: "Contact", words: true, cell: (h) => h.contact },
  { label: "By ground, minutes", cell: (h) => h.groundMinutes },
  { label: "By air, minutes", cell: (h) => h.airMinutes },
  { label: "Trauma center", words: true, cell: (h) => h.trauma || "No" },
  { label: "Burn center", cell: (h) => yes(h.burn) },
  { label: "Helipad", cell: (h) => yes(h.helipad) },
];

function Lines<T>({
  label,
  parts,
  lines,
}: {
  label: string;
  parts: readonly LinePart<T>[];
  lines: readonly T[];
}) {
  return lines.length === 0 ? (
    <p className="text-t2">{label}: none entered.</p>
  ) : (
    <LineTable label={label} parts={parts} lines={lines} keyOf={(line) => JSON.stringify(line)} />
  );
}
const Words = ({ label, text }: { label: string; text: string }) =>
  text && (
    <p className="mt-2 whitespace-pre-wrap">
      <b>{label}:</b> {text}
    </p>
  );

/** The button that fills in a part of a draft, in the panel of that part. */
export function FillIn({
  detail,
  part,
  empty,
  onChange,
}: {
  detail: PlanDetail;
  part: PlanPart;
  empty: boolean;
  onChange: (part: PlanPart) => void;
}) {
  if (!detail.mayChange) return null;
  return (
    <button type="button" className="btn btn-small no-print" onClick={() => onChange(part)}>
      {empty ? "Fill in" : "Change"}
    </button>
  );
}

/** ICS 205, 205A and 206 of a plan as tables. */
export function PlanTables({
  detail,
  onChange,
}: {
  detail: PlanDetail;
  onChange: (part: PlanPart) => void;
}) {
  const { plan } = detail;
  const forms = plan.forms ?? noForms;
  const fill = (part: PlanPart, ...lines: readonly (readonly unknown[])[]) => (
    <FillIn
      detail={detail}
      part={part}
      empty={lines.every((of) => of.length === 0)}
      onChange={onChange}
    />
  );
  return (
    <>
      <Panel title="Radio communications plan (ICS 205)" aside={fill("channels", forms.channels)}>
        <Lines label="Channels" parts={channels} lines={forms.channels} />
        <Words label="Special instructions" text={plan.communications} />
      </Panel>
      <Panel
        title="Communications list (ICS 205A)"
        aside={fill(
          "contacts",
          detail.contacts.filter((each) => each.methods),
        )}
      >
        <Lines label="People" parts={contacts} lines={detail.contacts} />
      </Panel>
      <Panel
        title="Medical plan (ICS 206)"
        aside={fill("medical", forms.stations, forms.ambulances, forms.hospitals)}
      >
        <div className="grid gap-3">
          <Lines label="Aid stations" parts={stations} lines={forms.stations} />
          <Lines label="Ambulances" parts={ambulances} lines={forms.ambulances} />
          <Lines label="Hospitals" parts={hospitals} lines={forms.hospitals} />
        </div>
        <Words label="Special procedures" text={plan.medical} />
        {forms.aviation && <p className="mt-2">Aviation assets are used for rescue.</p>}
      </Panel>
    </>
  );
}
