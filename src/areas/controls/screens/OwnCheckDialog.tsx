import { Suspense, useState } from "react";
import { options } from "#kernel/labels.ts";
import type { Logic } from "#kernel/logic/logic.ts";
import { RuleEditor } from "#areas/flows/flows.ui.tsx";
import { SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { controlModes } from "../control/control.labels.ts";
import type { ControlRow, StandingPolicy } from "../control/control.model.ts";
import type { OwnKind } from "../control/own.model.ts";
import { ControlWeights } from "./ControlWeights.tsx";
import { TryCheck } from "./TryCheck.tsx";

type Values = {
  name: string;
  demands: string;
  policyId: string;
  severity: string;
  mode: string;
  days: string;
  ownerDuty: string;
};

const begins: Values = {
  name: "",
  demands: "",
  policyId: "",
  severity: "medium",
  mode: "warn",
  days: "10",
  ownerDuty: "buyer",
};

const pathOf = (of: ControlRow | null): string =>
  of === null
    ? "/api/v1/controls"
    : of.status === "draft"
      ? `/api/v1/controls/${of.id}`
      : `/api/v1/controls?nextVersionOf=${of.definitionId}`;

function PolicyField() {
  const read = useGet<{ items: StandingPolicy[] }>("agencyPolicies", "/api/v1/control-policies");
  const items = read.data?.items ?? [];
  return (
    <SelectField
      name="policyId"
      label="Policy that it stands on"
      hint={
        read.data && items.length === 0
          ? "No policy is published yet. A control of your own is put in force once it stands on one."
          : "It is cited with every failure, in the version of the record's day."
      }
      options={items.map(({ policyId, label }) => ({ value: policyId, label }))}
      placeholder="None yet"
    />
  );
}

function Form({
  of,
  kind,
  onClose,
}: {
  of: ControlRow | null;
  kind: OwnKind;
  onClose: () => void;
}) {
  const [applies, setApplies] = useState<Logic>(of?.condition?.applies ?? true);
  const [holds, setHolds] = useState<Logic>(of?.condition?.holds ?? true);
  const isDraft = of?.status === "draft";
  const values = of
    ? {
        ...{ name: of.name, demands: of.demands, policyId: of.policyId ?? "" },
        ...{ severity: of.severity, mode: of.mode },
        ...{ days: String(of.days), ownerDuty: of.ownerDuty },
      }
    : begins;
  return (
    <PostDialog<Values>
      title={
        of === null ? "Write a control" : isDraft ? "Change the draft" : "Draft the next version"
      }
      description={`Of each ${kind.label.toLowerCase()}: where it applies, and what must hold there. Somebody else puts it in force.`}
      path={pathOf(of)}
      method={isDraft ? "PATCH" : "POST"}
      {...(isDraft ? { version: of.version } : {})}
      submit="Save draft"
      values={values}
      bodyOf={({ days, policyId, ...said }) => ({
        ...said,
        policyId: policyId || null,
        days: Number(days),
        checkName: `own.${kind.noun}`,
        condition: { applies, holds },
      })}
      nouns={["controls"]}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={120} />
      <TextArea
        name="demands"
        label="What it demands, in a sentence"
        rows={2}
        maxLength={500}
        required
      />
      <PolicyField />
      <fieldset className="grid gap-3">
        <legend className="font-medium">It applies where</legend>
        {applies === true && <p className="text-13 text-t2">To all of them.</p>}
        <Suspense fallback={null}>
          <RuleEditor rule={applies} fields={kind.fields} onChange={setApplies} />
        </Suspense>
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="font-medium">There must hold</legend>
        <Suspense fallback={null}>
          <RuleEditor rule={holds} fields={kind.fields} onChange={setHolds} />
        </Suspense>
      </fieldset>
      <TryCheck
        noun={kind.noun}
        condition={{ applies, holds }}
        definitionId={of?.definitionId ?? null}
      />
      <ControlWeights modes={options(controlModes)} />
    </PostDialog>
  );
}

/** Writes a control of the agency's own, or its next version: a condition over the facts of orders. */
export function OwnCheckDialog({ of, onClose }: { of: ControlRow | null; onClose: () => void }) {
  const read = useGet<{ items: OwnKind[] }>("controls", "/api/v1/control-kinds");
  const wanted = of?.checkName.slice("own.".length);
  const kind = read.data?.items.find(({ noun }) => !wanted || noun === wanted);
  if (read.error) return <ErrorPanel error={read.error} what="The facts of records" />;
  return kind ? <Form of={of} kind={kind} onClose={onClose} /> : null;
}
