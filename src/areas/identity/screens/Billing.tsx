import { useQuery } from "@tanstack/react-query";
import { api } from "#web/kit/api.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { Me } from "../me/me.model.ts";

type Subscription = { subscribed: boolean; plan: string; subscription_end: string | null };

/** The agency's plan, as the server says it. */
export function Billing({ org }: { org: Me["org"] }) {
  const plan = useQuery({
    queryKey: ["plan", org?.id],
    queryFn: () => api<Subscription>("/functions/v1/check-subscription", { method: "POST" }),
  });
  return (
    <div className="stack">
      <Panel title="Plan">
        {plan.isPending && (
          <div className="skeleton h-12" role="status" aria-label="Loading the plan" />
        )}
        {plan.isError && (
          <ErrorPanel error={plan.error} what="The plan" onRetry={() => void plan.refetch()} />
        )}
        {plan.data && (
          <dl className="facts max-w-[420px]">
            <dt>Agency</dt>
            <dd>{org?.name ?? "None yet"}</dd>
            <dt>Plan</dt>
            <dd className="capitalize">{plan.data.plan}</dd>
            <dt>Paid subscription</dt>
            <dd>{plan.data.subscribed ? "Yes" : "No"}</dd>
            <dt>Ends</dt>
            <dd>{plan.data.subscription_end ?? "Does not end"}</dd>
          </dl>
        )}
      </Panel>
    </div>
  );
}
