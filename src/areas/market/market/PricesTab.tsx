import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { CommodityRow, PriceHistory } from "./market.model.ts";
import { money, PriceScatter } from "./PriceScatter.tsx";

const ClassDialog = dialogOnDemand(async () => (await import("./ClassDialog.tsx")).ClassDialog);

function Others({ data }: { data: PriceHistory }) {
  const { can } = useAuth();
  const [adding, setAdding] = useState(false);
  const act = useMutationAction("market-prices");
  return (
    <Panel
      title="What others pay"
      aside={
        can("market.import") && (
          <button type="button" className="btn btn-small" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            Class
          </button>
        )
      }
      flush={data.others.length > 0}
    >
      {data.classes.length > 0 && (
        <ul className="flex flex-wrap gap-2 border-b border-hair px-4 py-3">
          {data.classes.map((c) => (
            <li key={c.id} className="badge tone-neutral">
              {c.scheme} {c.prefix}…
              {can("market.import") && (
                <button
                  type="button"
                  aria-label={`Take ${c.scheme} ${c.prefix} away`}
                  onClick={() =>
                    act.mutate(
                      { method: "DELETE", path: `/api/v1/market-classes/${c.id}` },
                      { onError: (error) => notify.failed("Not taken away", error) },
                    )
                  }
                >
                  <X aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data.others.length === 0 ? (
        <p className={`text-t2 ${data.classes.length > 0 ? "p-4" : ""}`}>
          {data.classes.length === 0
            ? "No package under Imports has a priced line of this NAICS or PSC code. Name the classes under which others buy it, such as CPV, or bring in more packages."
            : "No priced line of these classes, or of this code, was brought in yet."}
        </p>
      ) : (
        <div className="table-scroll" tabIndex={0} role="region" aria-label="What others pay">
          <table className="ledger">
            <thead>
              <tr>
                <th scope="col">Currency</th>
                <th scope="col">Unit</th>
                <th scope="col" className="num">
                  Median
                </th>
                <th scope="col" className="num">
                  Lowest
                </th>
                <th scope="col" className="num">
                  Highest
                </th>
                <th scope="col" className="num">
                  Lines
                </th>
                <th scope="col" className="num">
                  Buyers
                </th>
              </tr>
            </thead>
            <tbody>
              {data.others.map((o) => (
                <tr key={`${o.currency}${o.unit}`}>
                  <td>{o.currency}</td>
                  <td>{o.unit || "—"}</td>
                  <td className="num">{money(o.median)}</td>
                  <td className="num">{money(o.lowest)}</td>
                  <td className="num">{money(o.highest)}</td>
                  <td className="num">{o.n}</td>
                  <td className="num">{o.buyers}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data.others.length > 0 && (
        <p className="border-t border-hair px-4 py-3 text-12 text-t3">
          Each currency and unit stands by itself: nothing is converted.
        </p>
      )}
      {adding && <ClassDialog code={data.code} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function Finding({ data }: { data: PriceHistory }) {
  const { trend } = data;
  const out = data.points.filter((p) => p.outlier !== null).length;
  if (!trend)
    return <p className="text-t2">Fewer than five prices, or all of one day: no trend.</p>;
  return (
    <dl className="grid gap-3 sm:grid-cols-4">
      {(
        [
          ["Median", `${money(trend.median)} per ${data.unit}`],
          [
            "Trend",
            `${trend.perYear >= 0 ? "+" : "−"}${money(Math.abs(trend.perYear))} a year${trend.percentPerYear === null ? "" : ` (${trend.percentPerYear >= 0 ? "+" : "−"}${Math.abs(trend.percentPerYear).toFixed(1)} %)`}`,
          ],
          ["Spread", money(trend.spread)],
          ["Outliers", `${out} of ${data.points.length}`],
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt className="text-13 text-t3">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Prices({ data }: { data: PriceHistory }) {
  return (
    <>
      <Panel
        title={`${data.name}, price per ${data.unit}`}
        aside={data.more ? "The newest 400" : counted(data.points.length, "price")}
      >
        <div className="grid gap-4">
          <Finding data={data} />
          <PriceScatter data={data} />
          <p className="text-12 text-t3">The price axis does not begin at zero. {data.method}</p>
        </div>
      </Panel>
      <Others data={data} />
      <Panel title="Prices" flush>
        <div className="table-scroll" tabIndex={0} role="region" aria-label="Prices">
          <table className="ledger">
            <thead>
              <tr>
                <th scope="col">Ordered</th>
                <th scope="col">Order</th>
                <th scope="col">Item</th>
                <th scope="col">Vendor</th>
                <th scope="col" className="num">
                  Quantity
                </th>
                <th scope="col" className="num">
                  Unit price
                </th>
              </tr>
            </thead>
            <tbody>
              {data.points
                .toReversed()
                .slice(0, 100)
                .map((p, i) => (
                  <tr key={`${p.orderId}${i}`}>
                    <td>{formatDate(p.day)}</td>
                    <td>
                      <Link className="mono" to={pathTo("order", { id: p.orderId })}>
                        {p.number}
                      </Link>
                    </td>
                    <td>{p.description}</td>
                    <td>{p.vendor}</td>
                    <td className="num">{p.quantity.toLocaleString("en-US")}</td>
                    <td className="num">
                      {p.outlier !== null && (
                        <Badge
                          tone="warning"
                          label={`${Math.min(p.outlier, 99).toFixed(1)} spreads off`}
                        />
                      )}{" "}
                      {money(p.price)}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  );
}

/** Price history of one commodity with trend and outliers, beside what others pay. */
export function PricesTab() {
  const [search, setSearch] = useSearchParams();
  const bought = useGet<{ items: CommodityRow[] }>(
    "market-concentration",
    "/api/v1/market-concentration?by=commodity&months=36",
  );
  const code =
    search.get("commodity") ??
    bought.data?.items.toSorted((a, b) => b.lines - a.lines)[0]?.code ??
    "";
  const unit = search.get("unit") ?? "";
  const history = useGet<PriceHistory>(
    "market-prices",
    `/api/v1/market-prices?code=${encodeURIComponent(code)}&months=36${unit ? `&unit=${encodeURIComponent(unit)}` : ""}`,
    { enabled: code !== "" },
  );
  const set = (patch: Record<string, string>) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [k, v] of Object.entries(patch))
          if (v) next.set(k, v);
          else next.delete(k);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  if (bought.isPending) return <RecordSkeleton />;
  if (!bought.data) return <ErrorPanel error={bought.error} what="Commodities" />;
  if (bought.data.items.length === 0)
    return (
      <section className="panel mt-4">
        <EmptyState kind="first-use" title="Nothing was bought yet">
          Prices come from the lines of issued orders that name a commodity.
        </EmptyState>
      </section>
    );
  return (
    <div className="stack mt-4">
      <div className="flex flex-wrap gap-3">
        <label className="field min-w-0 flex-1">
          <span>Commodity</span>
          <select
            className="field-control"
            value={code}
            onChange={(event) => set({ commodity: event.target.value, unit: "" })}
          >
            {bought.data.items
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .map((c) => (
                <option key={c.code} value={c.code}>
                  {c.name} · {c.code} · {counted(c.lines, "line")}
                </option>
              ))}
          </select>
        </label>
        {history.data && history.data.units.length > 1 && (
          <label className="field">
            <span>Unit</span>
            <select
              className="field-control"
              value={history.data.unit}
              onChange={(event) => set({ unit: event.target.value })}
            >
              {history.data.units.map((u) => (
                <option key={u.unit} value={u.unit}>
                  {u.unit} · {u.n}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {history.isPending ? (
        <RecordSkeleton />
      ) : !history.data ? (
        <ErrorPanel error={history.error} what="The prices" />
      ) : history.data.points.length === 0 ? (
        <section className="panel">
          <EmptyState kind="no-results" title="No prices of this commodity">
            Nothing of it was ordered in the last three years.
          </EmptyState>
        </section>
      ) : (
        <Prices data={history.data} />
      )}
    </div>
  );
}
