import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import {
  InstantField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { privacyKinds, privacyKindsOf } from "./privacy.data.ts";
import { injuryTypes, safetyKinds, severities } from "./safety.labels.ts";
import type { EstablishmentRow, SafetyDetail } from "./safety.model.ts";

export type CaseStep = "triage" | "classify" | "tell" | "finding";
type Props = { of: SafetyDetail; onClose: () => void };

const stepOf = (of: SafetyDetail, action: string, onClose: () => void) => ({
  path: `/api/v1/safety-cases/${of.id}/actions/${action}`,
  nouns: ["safety-cases", "deadlines"],
  version: of.version,
  onClose,
});

function TriageFields() {
  const kind = useWatch({ name: "kind" }) as string;
  const severe = useWatch({ name: "severe" }) as string;
  const places = useGet<{ items: EstablishmentRow[] }>(
    "safety-establishments",
    "/api/v1/safety-establishments",
  );
  return (
    <>
      <RadioGroup name="kind" label="What it was" required options={options(safetyKinds)} />
      <SelectField
        name="establishmentId"
        label="Establishment"
        needed={kind === "near_miss" ? "optional for a near miss" : "whose log it belongs to"}
        options={[
          { value: "", label: kind === "near_miss" ? "None" : "Choose" },
          ...(places.data?.items ?? [])
            .filter((one) => one.active)
            .map((one) => ({ value: one.id, label: one.name })),
        ]}
      />
      {kind !== "near_miss" && (
        <SelectField
          name="severe"
          label="To be told to OSHA at once"
          options={[
            { value: "", label: "None of these" },
            ...Object.entries(severities).map(([value, one]) => ({
              value,
              label: `${one.label}, within ${one.hours} hours`,
            })),
          ]}
        />
      )}
      {severe && <InstantField name="severeKnownAt" label="When the agency learned of it" />}
    </>
  );
}

function Triage({ of, onClose }: Props) {
  return (
    <PostDialog
      {...stepOf(of, "triage", onClose)}
      title={`Triage ${of.number}`}
      submit="Triage"
      values={{
        kind: of.kind,
        establishmentId: of.establishmentId ?? "",
        severe: of.severe ?? "",
        severeKnownAt: "",
      }}
    >
      <TriageFields />
    </PostDialog>
  );
}

function Classify({ of, onClose }: Props) {
  return (
    <PostDialog
      {...stepOf(of, "classify", onClose)}
      title={`Classify ${of.number}`}
      description={of.because ?? ""}
      submit="Classify"
      values={{
        injuryType: of.injuryType ? String(of.injuryType) : of.kind === "injury" ? "1" : "",
        privacyKind: "",
      }}
      bodyOf={(v) => ({ ...v, injuryType: v.injuryType === "" ? null : Number(v.injuryType) })}
    >
      <SelectField
        name="injuryType"
        label="Column M of form 300"
        options={[{ value: "", label: "Not recordable" }, ...options(injuryTypes)]}
      />
      <SelectField
        name="privacyKind"
        label="Does the name stay off the log?"
        hint="The list of 29 CFR 1904.29(b)(7) is complete. Which it is stays sealed."
        options={[
          { value: "", label: "No: the name is entered" },
          ...privacyKindsOf(of.kind).map((kind) => ({
            value: kind,
            label: privacyKinds[kind].label,
          })),
        ]}
      />
    </PostDialog>
  );
}

function Tell({ of, onClose }: Props) {
  return (
    <PostDialog
      {...stepOf(of, "tell", onClose)}
      title="OSHA was told"
      submit="Enter"
      values={{ at: "", to: "" }}
    >
      <InstantField name="at" label="When" required />
      <TextField name="to" label="How, and who was notified" required maxLength={200} />
    </PostDialog>
  );
}

function Finding({ of, onClose }: Props) {
  return (
    <PostDialog
      {...stepOf(of, "finding", onClose)}
      title="What the investigation found"
      description="Read by managers too: leave names and medical facts out."
      submit="Save"
      values={{ finding: of.finding }}
    >
      <TextArea name="finding" label="Found" rows={6} maxLength={4000} />
    </PostDialog>
  );
}

const dialogs = {
  triage: Triage,
  classify: Classify,
  tell: Tell,
  finding: Finding,
};

/** The dialog of a step of a case. */
export function CaseDialog({ what, ...props }: Props & { what: CaseStep }) {
  const Opened = dialogs[what];
  return <Opened {...props} />;
}
