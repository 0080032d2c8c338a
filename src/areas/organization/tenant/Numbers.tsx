import { useGet } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { Counter } from "./numbers.model.ts";

const numberOf = ({ kind, year }: Counter, count: number) =>
  `${kind}-${year}-${String(count).padStart(5, "0")}`;

/** How records are numbered: without holes, by kind and fiscal year; nobody sets a number. */
export function Numbers() {
  const read = useGet<{ items: Counter[] }>("record-counters", "/api/v1/record-counters");
  if (read.isPending) return <RecordSkeleton />;
  if (read.isError)
    return <ErrorPanel error={read.error} what="The numbers" onRetry={() => void read.refetch()} />;
  if (read.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="No record has a number yet">
        The first of each kind and fiscal year gets number one.
      </EmptyState>
    );
  return (
    <>
      <p className="mb-4 max-w-[70ch] text-t2">
        Each kind counts on its own in each fiscal year, without holes. A number that was given out
        is never given again, so that an auditor can see that nothing is missing.
      </p>
      <Facts>
        {read.data.items.map((counter) => (
          <Fact key={`${counter.kind}-${counter.year}`} label={numberOf(counter, counter.last)}>
            <span className="text-t2">next {numberOf(counter, counter.last + 1)}</span>
          </Fact>
        ))}
      </Facts>
    </>
  );
}
