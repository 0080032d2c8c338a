import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { MoneyStrip } from "#web/kit/MoneyStrip.tsx";
import { spendingBy, type DepartmentSum as Sum } from "./department-money.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";

type Department = {
  id: string;
  code: string;
  name: string;
  parentId: string | null;
  active: boolean;
  members: number;
};

function Center({
  department,
  all,
  sums,
  year,
  depth,
}: {
  department: Department;
  all: readonly Department[];
  sums: ReadonlyMap<string, Sum>;
  year: number;
  depth: number;
}) {
  const sum = sums.get(department.id);
  const children = all.filter((d) => d.parentId === department.id);
  return (
    <li className={depth ? "ml-6" : "first:*:first:border-t-0"}>
      <div className="border-t border-hair py-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <span className="mono text-t3">{department.code}</span>
          <Link
            className="font-medium"
            to={`${pathTo("budget")}?year=${year}&departmentId=${department.id}`}
          >
            {department.name}
          </Link>
          <span className="text-12 text-t3 max-md:order-1 max-md:w-full">
            {counted(department.members, "person", "people")} · {counted(sum?.lines ?? 0, "line")}
            {!department.active && " · switched off"}
          </span>
          <span className="ml-auto font-semibold">{formatCents(sum?.budget ?? 0)}</span>
        </div>
        {sum && (
          <div className="mt-2">
            <MoneyStrip
              expendedCents={sum.expended}
              encumberedCents={sum.encumbered + sum.preEncumbered}
              availableCents={sum.available}
              exact
            />
          </div>
        )}
      </div>
      {children.length > 0 && (
        <ul>
          {children.map((c) => (
            <Center key={c.id} department={c} all={all} sums={sums} year={year} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The departments as a tree, with people and this year's money. */
export function DepartmentMoney() {
  const departments = useGet<{ items: Department[] }>("departments", "/api/v1/departments");
  const strings = useGet<{ fiscalYear: { year: number } | null }>(
    "account-strings",
    "/api/v1/account-strings?q=",
  );
  const year = strings.data?.fiscalYear?.year ?? 0;
  const sums = useGet<{ items: Sum[] }>(
    "budget-lines",
    `/api/v1/budget-summary?year=${year}&by=department`,
    { enabled: year > 0 },
  );
  if (departments.isPending) return <RecordSkeleton />;
  if (!departments.data)
    return (
      <ErrorPanel
        error={departments.error}
        what="The cost centers"
        onRetry={() => void departments.refetch()}
      />
    );
  const all = departments.data.items;
  const byId = spendingBy(sums.data?.items ?? []);
  return (
    <div className="stack">
      <p className="text-t2">
        Departments, who works there, and what they may spend in fiscal year {year || "—"}.
        Departments are kept under Team.
      </p>
      {(strings.isError || sums.isError) && (
        <ErrorPanel
          error={strings.error ?? sums.error}
          what="The money of this year"
          onRetry={() => void (strings.isError ? strings : sums).refetch()}
        />
      )}
      <Panel title={counted(all.length, "department")}>
        {all.length === 0 ? (
          <EmptyState kind="first-use" title="No departments yet">
            Add them under Team, then adopt budget lines for them.
          </EmptyState>
        ) : (
          <ul>
            {all
              .filter((d) => !d.parentId)
              .map((d) => (
                <Center key={d.id} department={d} all={all} sums={byId} year={year} depth={0} />
              ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
