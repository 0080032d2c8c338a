import { useWatch } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { SelectField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { PlanHeld } from "../plan/plan.model.ts";
import type { MovePreview, SubscriptionDetail } from "../subscription/subscription.model.ts";
import { priceWords } from "./words.ts";

const path = "/api/v1/agency-subscriptions";

/** What the move would do, as soon as a plan is chosen. */
function Preview({ id }: { id: string }) {
  const planId = useWatch<{ planId: string }, "planId">({ name: "planId" });
  const preview = useGet<MovePreview>(
    "agency-subscriptions",
    `${path}/${id}/move?planId=${planId}`,
    {
      enabled: planId !== "",
    },
  );
  if (preview.isError) return <ErrorPanel error={preview.error} what="What it would cost" />;
  if (!preview.data) return null;
  const { from, to, on, billed } = preview.data;
  return (
    <Facts
      rows={[
        ["Now", `${from.plan}, version ${from.versionNo}, ${priceWords(from.price, billed)}`],
        ["Then", `${to.plan}, version ${to.versionNo}, ${priceWords(to.price, billed)}`],
        ["Holds from", `${formatDate(on)}, with the next period`],
      ]}
    />
  );
}

/** Moves an agency to another version or plan, with its price before it is confirmed. */
export function MoveDialog({ of, onClose }: { of: SubscriptionDetail; onClose: () => void }) {
  const plans = useGet<{ items: PlanHeld[] }>("price-plans", "/api/v1/price-plans");
  const offered = (plans.data?.items ?? []).filter(
    ({ status, id }) => status === "published" && id !== of.planId,
  );
  return (
    <PostDialog<{ planId: string }>
      title={`Move ${of.customer} to another plan`}
      description="Nothing changes in the period that was billed; its administrators see the next one under Billing."
      path={`${path}/${of.id}/actions/move`}
      version={of.version}
      submit="Move it"
      values={{ planId: "" }}
      nouns={["agency-subscriptions", "price-plans", "hosting-agreements"]}
      onClose={onClose}
    >
      <SelectField
        name="planId"
        label="Plan in force"
        required
        placeholder={offered.length > 0 ? "Choose" : "No other plan is in force"}
        options={offered.map(({ id, name, versionNo }) => ({
          value: id,
          label: `${name}, version ${versionNo}`,
        }))}
      />
      <Preview id={of.id} />
    </PostDialog>
  );
}
