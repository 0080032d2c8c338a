import { options } from "#kernel/labels.ts";
import { TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { controlModes } from "../control/control.labels.ts";
import type { ControlRow } from "../control/control.model.ts";
import { ControlWeights } from "./ControlWeights.tsx";

// What finds afterwards stops nothing.
const modesFor = ({ stops }: ControlRow) =>
  options(controlModes).filter(({ value }) => stops !== null || value !== "block");

type Values = {
  name: string;
  severity: string;
  mode: string;
  days: string;
  ownerDuty: string;
};

/** Drafts the next version of a control: how much it weighs, who answers, within how many days. */
export function ControlDialog({ of, onClose }: { of: ControlRow; onClose: () => void }) {
  const isDraft = of.status === "draft";
  return (
    <PostDialog<Values>
      title={isDraft ? "Change the draft" : "Draft the next version"}
      description={`${of.demands} Somebody else puts the draft in force.`}
      path={
        isDraft ? `/api/v1/controls/${of.id}` : `/api/v1/controls?nextVersionOf=${of.definitionId}`
      }
      method={isDraft ? "PATCH" : "POST"}
      {...(isDraft ? { version: of.version } : {})}
      submit="Save draft"
      values={{
        name: of.name,
        severity: of.severity,
        mode: of.mode,
        days: String(of.days),
        ownerDuty: of.ownerDuty,
      }}
      bodyOf={({ days, ...said }) => ({ ...said, days: Number(days), checkName: of.checkName })}
      nouns={["controls"]}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={120} />
      <ControlWeights modes={modesFor(of)} />
    </PostDialog>
  );
}
