import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { Me } from "../me/me.model.ts";

type Subscription = { subscribed: boolean; plan: string; subscription_end: string | null };

/** The agency's plan, as the server says it. */
export function Billing({ org }: { org: Me["org"] }) {
  const { can } = useAuth();
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
          <Facts>
            <Fact label="Agency">{org?.name ?? "None yet"}</Fact>
            <Fact label="Plan">
              <span className="capitalize">{plan.data.plan}</span>
            </Fact>
            <Fact label="Paid subscription">{plan.data.subscribed ? "Yes" : "No"}</Fact>
            <Fact label="Ends">{plan.data.subscription_end ?? "Does not end"}</Fact>
          </Facts>
        )}
        {can("billing.read") && (
          <p className="mt-3">
            <Link className="btn btn-primary" to={pathTo("billing")}>
              What is owed, bills and plans
            </Link>
          </p>
        )}
      </Panel>
    </div>
  );
}
