import { DateField, FormRow, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { YearAnswer } from "./safety.model.ts";

export type YearStep = "certify" | "post" | "remove" | "send";
const addressOf = (y: YearAnswer) =>
  `/api/v1/safety-establishments/${y.establishment.id}/years/${y.year}`;
const toCertify = "needed to certify";
const nouns = ["safety-years", "deadlines"];
const text = (value: number | null) => (value === null ? "" : String(value));

/** Employees, hours, and the executive who certifies. */
export function YearDialog({ of, onClose }: { of: YearAnswer; onClose: () => void }) {
  return (
    <PostDialog
      title={`Form 300A, ${of.year}`}
      description="A certified form is certified anew after a change."
      path={addressOf(of)}
      method="PUT"
      version={of.version}
      submit="Save"
      nouns={nouns}
      values={{
        averageEmployees: text(of.averageEmployees),
        hoursWorked: text(of.hoursWorked),
        executiveName: of.executiveName,
        executiveTitle: of.executiveTitle,
        executivePhone: of.executivePhone,
        changeReason: of.changeReason,
      }}
      onClose={onClose}
    >
      <FormRow>
        <QuantityField
          name="averageEmployees"
          label="Average of employees"
          decimals={0}
          needed={toCertify}
        />
        <QuantityField
          name="hoursWorked"
          label="Hours worked by all of them"
          decimals={0}
          needed={toCertify}
        />
      </FormRow>
      <FormRow>
        <TextField name="executiveName" label="Executive who certifies" maxLength={120} />
        <TextField name="executiveTitle" label="Title" maxLength={120} />
        <TextField name="executivePhone" label="Phone" maxLength={40} />
      </FormRow>
      <TextField
        name="changeReason"
        label="Why a sent file is changed"
        hint="Only where it was sent before."
        maxLength={300}
      />
    </PostDialog>
  );
}

const words: Readonly<Record<YearStep, readonly [title: string, about: string]>> = {
  certify: [
    "Certify form 300A",
    "The executive has examined the log and believes that the summary is correct and complete. 29 CFR 1904.32(b)(3)",
  ],
  post: ["Mark it posted", "From 1 February on, where notices to employees are posted."],
  remove: ["Mark it taken down", "Not before 30 April."],
  send: ["Mark the file as sent", "Through OSHA's Injury Tracking Application."],
};

/** A step of a year's form, with its day. */
export function YearStepDialog({
  of,
  step,
  onClose,
}: {
  of: YearAnswer;
  step: YearStep;
  onClose: () => void;
}) {
  return (
    <PostDialog
      title={words[step][0]}
      description={words[step][1]}
      path={`${addressOf(of)}/actions/move`}
      submit={words[step][0]}
      nouns={nouns}
      values={{ on: "" }}
      bodyOf={({ on }) => ({ step, on })}
      onClose={onClose}
    >
      <DateField name="on" label="On" required />
    </PostDialog>
  );
}
