import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { arrivals, providerCycle, providerKinds } from "./provider.labels.ts";
import type { ProviderRow } from "./provider.model.ts";

function Row({ provider }: { provider: ProviderRow }) {
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0">
          <Link to={pathTo("ssoProvider", { id: provider.id })}>{provider.name}</Link>
        </h3>
        <StatusBadge statuses={providerCycle.statuses} status={provider.status} />
      </div>
      <p className="text-13 text-t3">
        {providerKinds[provider.kind]} · {arrivals[provider.arrival]} ·{" "}
        {counted(provider.people, "linked account")}
      </p>
      {provider.issuer && <p className="mono text-12 break-all text-t3">{provider.issuer}</p>}
    </li>
  );
}

/** The tab Providers: how the agency's people sign in. */
export function Providers() {
  const list = useGet<{ items: ProviderRow[] }>("sign-in-providers", "/api/v1/sign-in-providers");
  const add = (
    <Link className="btn btn-primary" to={pathTo("ssoProviderNew")}>
      <Plus aria-hidden="true" />
      New provider
    </Link>
  );
  if (list.isPending) return <TableSkeleton columns={2} />;
  if (list.isError)
    return <ErrorPanel error={list.error} what="Providers" onRetry={() => void list.refetch()} />;
  if (list.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="No provider yet" action={add}>
        Set one up as a draft: OpenID Connect or SAML 2.0. Nobody comes in by it before you have
        tested and activated it.
      </EmptyState>
    );
  return (
    <Panel title="Providers" aside={add}>
      <ul className="grid gap-5">
        {list.data.items.map((provider) => (
          <Row key={provider.id} provider={provider} />
        ))}
      </ul>
    </Panel>
  );
}
