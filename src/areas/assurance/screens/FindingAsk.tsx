import {
  CheckboxField,
  DateField,
  FormRow,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { FindingDetail } from "../finding/finding.model.ts";
import type { FindingAsked } from "./asked.ts";

type Ask = { of: FindingDetail; onClose: () => void };
const common = ({ of, onClose }: Ask, what: FindingAsked) => ({
  path: `/api/v1/audit-findings/${of.id}/actions/${what}`,
  nouns: ["audit-findings", "audits", "assurance"],
  version: of.version,
  onClose,
});

/** The elements of a corrective action plan: with the finding accepted, or upheld against who disputed it. */
function PlanDialog({ what, ...ask }: Ask & { what: "accept" | "plan" }) {
  const does = what === "accept" ? "Accept" : "Plan the correction of";
  return (
    <PostDialog
      {...common(ask, what)}
      title={`${does} ${ask.of.number}`}
      description="Each of these stands under its name in the corrective action plan (2 CFR 200.511(c))."
      submit={what === "accept" ? "Accept" : "Save the plan"}
      values={{ contact: "", action: "", completeOn: "", views: "" }}
    >
      <TextField name="contact" label="Contact person" required maxLength={160} />
      <TextArea name="action" label="Planned corrective action" required rows={4} />
      <DateField name="completeOn" label="Anticipated completion" required />
      <TextArea name="views" label="Views" rows={3} maxLength={8000} />
    </PostDialog>
  );
}

function DisputeDialog(ask: Ask) {
  return (
    <PostDialog
      {...common(ask, "dispute")}
      title={`Dispute ${ask.of.number}`}
      submit="Dispute"
      values={{ disagrees: "" }}
    >
      <TextArea name="disagrees" label="Why you disagree" required rows={5} maxLength={8000} />
    </PostDialog>
  );
}

function RecountDialog(ask: Ask) {
  const { recount } = ask.of;
  return (
    <PostDialog
      {...common(ask, "recount")}
      title="What is counted anew"
      description="On the days of the checks the records of this list that came since the action was implemented are counted; more than these open finding and action again."
      submit="Save"
      values={{
        list: recount?.list ?? "/api/v1/control-failures",
        query: recount?.query ?? "",
        since: recount?.since ?? "dueOn",
        most: String(recount?.most ?? 0),
      }}
      bodyOf={({ most, ...rest }) => ({ ...rest, most: Number(most) })}
    >
      <TextField name="list" label="List, by its address in the API" required maxLength={200} />
      <TextField name="query" label="Filters" maxLength={2000} />
      <FormRow>
        <TextField name="since" label="Day by which it came" required maxLength={60} />
        <TextField name="most" label="At the most" required maxLength={5} />
      </FormRow>
    </PostDialog>
  );
}

const standings = [
  { value: "corrected", label: "Fully corrected" },
  { value: "partly", label: "Partly corrected" },
  { value: "not", label: "Not corrected" },
  { value: "no_further", label: "Does not warrant further action" },
];

function ScheduleDialog(ask: Ask) {
  const s = ask.of.schedule;
  return (
    <PostDialog
      {...common(ask, "schedule")}
      title="Summary schedule of prior findings"
      description="Further action is not warranted only if two years passed since the report was accepted, nobody follows it up, and no management decision was issued (2 CFR 200.511(b)(3))."
      submit="Save"
      values={{
        standing: s?.standing ?? "not",
        reason: s?.reason ?? "",
        planned: s?.planned ?? "",
        taken: s?.taken ?? "",
        followedUp: s?.followedUp ?? false,
        decided: s?.decided ?? false,
      }}
    >
      <SelectField name="standing" label="How it stands" required options={standings} />
      <TextArea name="reason" label="Reasons for its recurrence" rows={3} maxLength={4000} />
      <TextArea name="planned" label="Planned corrective action" rows={3} maxLength={4000} />
      <TextArea name="taken" label="Partial action taken" rows={3} maxLength={4000} />
      <CheckboxField name="followedUp" label="The agency or pass-through entity follows it up" />
      <CheckboxField name="decided" label="A management decision was issued" />
    </PostDialog>
  );
}

const dialogs = {
  accept: (ask: Ask) => <PlanDialog {...ask} what="accept" />,
  plan: (ask: Ask) => <PlanDialog {...ask} what="plan" />,
  dispute: DisputeDialog,
  recount: RecountDialog,
  schedule: ScheduleDialog,
};

/** What is answered to a finding, and what is noted of it. */
export function FindingAsk({ what, ...ask }: Ask & { what: FindingAsked }) {
  const Asked = dialogs[what];
  return <Asked {...ask} />;
}
