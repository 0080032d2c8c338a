import { useState } from "react";
import { useWatch } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  MoneyField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Entitlement } from "./letter.model.ts";

const unverified = (verified: boolean) => (verified ? "" : "; not verified");

function LetterFields() {
  const kind = useWatch({ name: "kind" }) as string;
  return (
    <>
      <SelectField
        name="kind"
        label="What it says"
        required
        options={[
          { value: "estimate", label: "An estimate of the assistance" },
          { value: "extension", label: "Extension to apply" },
        ]}
      />
      <FormRow>
        <TextField name="document" label="Letter" required maxLength={200} />
        <DateField name="datedOn" label="Of" required />
      </FormRow>
      {kind === "estimate" ? (
        <FormRow>
          <MoneyField name="assistanceCents" label="Assistance of the whole declaration" required />
          <CheckboxField name="enhanced" label="The state has an enhanced plan" />
        </FormRow>
      ) : (
        <DateField name="untilOn" label="To apply until" required />
      )}
    </>
  );
}

function LetterDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <PostDialog
      title="Record FEMA's letter"
      description="Ceiling and days follow from it. A letter is never changed; the newest of its kind holds."
      path={`/api/v1/pa-declarations/${id}/mitigation-letters`}
      submit="Record"
      nouns={["pa-entitlement", "pa-mitigation"]}
      values={{
        kind: "estimate",
        document: "",
        datedOn: "",
        assistanceCents: null as number | null,
        enhanced: false,
        untilOn: "",
      }}
      bodyOf={({ kind, document, datedOn, assistanceCents, enhanced, untilOn }) => ({
        kind,
        document,
        datedOn,
        ...(kind === "estimate" ? { assistanceCents, enhanced } : { untilOn }),
      })}
      onClose={onClose}
    >
      <LetterFields />
    </PostDialog>
  );
}

const findingOf = ({
  ceiling,
  applied,
  applyUntil,
  management,
  donated,
}: Entitlement): string[] => [
  `Hazard mitigation money is applied for until ${formatDate(applyUntil)}.`,
  ...(ceiling && applied > ceiling.cents
    ? [
        `Sub-applications ask for ${formatCents(applied - ceiling.cents)} more than the whole ceiling.`,
      ]
    : []),
  ...(management.asked > management.cap
    ? [`Management costs are ${formatCents(management.asked - management.cap)} beyond their cap.`]
    : []),
  ...(donated.unused > 0
    ? [`${formatCents(donated.unused)} of donated work offsets nothing so far.`]
    : []),
];

function Hazard({ e }: { e: Entitlement }) {
  return (
    <Panel title="Hazard mitigation">
      <Facts
        rows={[
          [
            "To apply until",
            `${formatDate(e.applyUntil)}; FEMA's region may extend to ${formatDate(e.extendableTo)} (${e.daysCitation}${unverified(e.daysVerified)})`,
          ],
          ["Work until", formatDate(e.performUntil)],
          [
            "Ceiling of the state",
            e.ceiling
              ? `${formatCents(e.ceiling.cents)} of ${formatCents(e.ceiling.assistance)} assistance, by ${e.ceiling.document} of ${formatDate(e.ceiling.datedOn)} (${e.ceiling.citation}${unverified(e.ceiling.verified)})`
              : "Known with FEMA's first estimate: record its letter.",
          ],
          ["Our sub-applications, federal part", formatCents(e.applied)],
          [
            "Letters",
            e.letters
              .map(
                (l) =>
                  `${formatDate(l.datedOn)}: ${l.document}, ${l.kind === "estimate" ? formatCents(l.assistanceCents!) : `to apply until ${formatDate(l.untilOn!)}`}`,
              )
              .join("\n"),
          ],
        ]}
      />
    </Panel>
  );
}

function Besides({ e: { management, donated } }: { e: Entitlement }) {
  return (
    <Panel title="Management costs and donated work">
      <Facts
        rows={[
          ["Obligated for other work", formatCents(management.award)],
          [
            "Management costs at the most",
            `${formatCents(management.cap)} (${management.citation})`,
          ],
          [
            "Asked for, and left",
            `${formatCents(management.asked)}, ${formatCents(Math.max(0, management.cap - management.asked))} left`,
          ],
          ["Donated work", formatCents(donated.donated)],
          [
            "Offsets our own part",
            `${formatCents(donated.offset)}, of that ${formatCents(donated.carried)} carried between emergency projects`,
          ],
        ]}
      />
    </Panel>
  );
}

/** What the law gives a declaration beside its projects: mitigation, management costs, donated work. */
export function EntitlementPanel({ id, open }: { id: string; open: boolean }) {
  const { can } = useAuth();
  const [recording, setRecording] = useState(false);
  const found = useGet<Entitlement>("pa-entitlement", `/api/v1/pa-declarations/${id}/entitlement`);
  return (
    <div className="stack">
      {found.data && <p>{findingOf(found.data).join(" ")}</p>}
      {open && can("recovery.edit") && (
        <div className="no-print">
          <button type="button" className="btn" onClick={() => setRecording(true)}>
            Record FEMA's letter
          </button>
        </div>
      )}
      {found.data && <Hazard e={found.data} />}
      {found.data && <Besides e={found.data} />}
      {recording && <LetterDialog id={id} onClose={() => setRecording(false)} />}
    </div>
  );
}
