import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { AssetRow } from "../asset/asset.model.ts";
import { MaintenanceNav } from "../MaintenanceNav.tsx";
import { PlanFields } from "./PlanFields.tsx";
import { blankPlan, bodyOfPlan, formOfPlan, type PlanForm } from "./planForm.ts";
import { PlanPreview } from "./PlanPreview.tsx";
import type { PlanRow } from "./plan.model.ts";

const path = "/api/v1/maintenance-plans";

function PlanEditor({
  plan,
  all,
  names,
}: {
  plan: PlanRow | null;
  all: readonly PlanRow[];
  names: ReadonlyMap<string, string>;
}) {
  const navigate = useNavigate();
  const save = useMutationAction("maintenance-plans");
  const draft = plan?.status === "draft";
  const others = all.filter(
    (one) => one.status === "published" && one.definitionId !== plan?.definitionId,
  );
  return (
    <div className="stack">
      <MaintenanceNav open="plans" />
      <h1 className="text-22 font-semibold">
        {plan ? (draft ? plan.name : `Next version of ${plan.name}`) : "New plan"}
      </h1>
      <Form<PlanForm>
        formKey={`plan-${plan?.id ?? "new"}`}
        defaultValues={plan ? formOfPlan(plan, names) : blankPlan}
        submitLabel="Save the draft"
        wide
        onCancel={() => void navigate(pathTo("plans"))}
        onSubmit={async (values) => {
          await save.mutateAsync(
            plan && draft
              ? {
                  method: "PATCH",
                  path: `${path}/${plan.id}`,
                  body: bodyOfPlan(values),
                  version: plan.version,
                }
              : {
                  path: plan ? `${path}?nextVersionOf=${plan.definitionId}` : path,
                  body: bodyOfPlan(values),
                },
          );
          void navigate(pathTo("plans"));
        }}
      >
        <PlanFields others={others} names={names} />
        <PlanPreview definitionId={plan?.definitionId ?? null} />
      </Form>
    </div>
  );
}

/** /maintenance-management/plans/:id: a new plan, a draft, or the next version of one in force. */
export default function PlanEdit() {
  const { id = "new" } = useParams();
  const plans = useGet<{ items: PlanRow[] }>("maintenance-plans", path, { first: true });
  const plan = plans.data?.items.find((one) => one.id === id) ?? null;
  const ids = plan?.assetIds ?? [];
  const assets = useGet<{ items: AssetRow[] }>(
    "assets",
    `/api/v1/assets?id=${ids.slice(0, 200).join(",")}&limit=200`,
    { enabled: ids.length > 0 },
  );
  if (plans.isPending || (ids.length > 0 && assets.isPending)) return <RecordSkeleton />;
  if (!plans.data) return <ErrorPanel error={plans.error} what="The plan" />;
  if (id !== "new" && !plan) return <ErrorPanel error={null} what="The plan" />;
  const names = new Map((assets.data?.items ?? []).map((a) => [a.id, a.name]));
  return <PlanEditor plan={plan} all={plans.data.items} names={names} />;
}
