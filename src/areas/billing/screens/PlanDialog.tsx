import { CheckboxField, FormRow, MoneyField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { PlanHeld } from "../plan/plan.model.ts";

type Values = {
  name: string;
  code: string;
  audience: string;
  monthlyCents: number | null;
  yearlyCents: number | null;
  includes: string;
  people: string;
  storageGb: string;
  callsPerDay: string;
  trialDays: string;
  place: string;
  public: boolean;
};

const shown = (n: number | null): string => (n === null ? "" : String(n));
const numbered = (text: string): number | null => (text.trim() === "" ? null : Number(text));

const valuesOf = (plan: PlanHeld | null): Values => ({
  name: plan?.name ?? "",
  code: plan?.code ?? "",
  audience: plan?.audience ?? "",
  monthlyCents: plan?.monthlyCents ?? null,
  yearlyCents: plan?.yearlyCents ?? null,
  includes: plan?.includes.join("\n") ?? "",
  people: shown(plan?.people ?? null),
  storageGb: shown(plan?.storageGb ?? null),
  callsPerDay: shown(plan?.callsPerDay ?? null),
  trialDays: String(plan?.trialDays ?? 0),
  place: String(plan?.place ?? 1),
  public: plan?.public ?? true,
});

const bodyOf = (given: Values) => ({
  ...given,
  includes: given.includes
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean),
  people: numbered(given.people),
  storageGb: numbered(given.storageGb),
  callsPerDay: numbered(given.callsPerDay),
  trialDays: numbered(given.trialDays) ?? 0,
  place: numbered(given.place) ?? 1,
});

/** Drafts a plan, changes a draft, or drafts the next version of one in force. */
export function PlanDialog({ plan, onClose }: { plan: PlanHeld | null; onClose: () => void }) {
  const path = "/api/v1/price-plans";
  const draft = plan?.status === "draft";
  const title = plan ? `${draft ? "Change" : "Next version of"} ${plan.name}` : "New plan";
  return (
    <PostDialog<Values>
      title={title}
      description="Nobody sees a draft. Prices are without tax; what it includes is what works."
      method={draft ? "PATCH" : "POST"}
      path={
        draft ? `${path}/${plan.id}` : plan ? `${path}?nextVersionOf=${plan.definitionId}` : path
      }
      submit="Save the draft"
      values={valuesOf(plan)}
      bodyOf={bodyOf}
      nouns={["price-plans"]}
      {...(draft ? { version: plan.version } : {})}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="name" label="Plan" required maxLength={60} />
        <TextField name="code" label="Code" required maxLength={24} />
        <TextField name="place" label="Place among the offers" maxLength={2} />
      </FormRow>
      <TextField name="audience" label="For whom" required maxLength={200} />
      <FormRow>
        <MoneyField name="monthlyCents" label="A month" required />
        <MoneyField name="yearlyCents" label="A year" required />
        <TextField name="trialDays" label="Days on trial" maxLength={3} />
      </FormRow>
      <TextArea
        name="includes"
        label="What it includes, a line each"
        required
        rows={6}
        maxLength={4000}
      />
      <FormRow>
        <TextField name="people" label="People at most" maxLength={9} />
        <TextField name="storageGb" label="Files at most, GB" maxLength={9} />
        <TextField name="callsPerDay" label="Calls of programs a day at most" maxLength={9} />
      </FormRow>
      <CheckboxField name="public" label="Shown to visitors" />
    </PostDialog>
  );
}
