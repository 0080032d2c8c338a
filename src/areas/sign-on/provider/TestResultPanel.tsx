import { CircleCheck, TriangleAlert } from "lucide-react";
import { useSearchParams } from "react-router";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { ProviderRecord, TestResult } from "./provider.model.ts";

const shown = (value: string | string[]): string =>
  Array.isArray(value) ? value.join(", ") : value;

function Claims({ test }: { test: TestResult }) {
  return (
    <Panel title="What the provider says of you">
      <dl className="facts facts-left">
        <div className="contents">
          <dt>Names you for good as</dt>
          <dd className="mono break-all">{test.subject}</dd>
        </div>
        <div className="contents">
          <dt>Mail address</dt>
          <dd>{test.email ?? "none: name the claim that holds it"}</dd>
        </div>
        <div className="contents">
          <dt>Name</dt>
          <dd>{test.name ?? "none"}</dd>
        </div>
        <div className="contents">
          <dt>How you signed in there</dt>
          <dd>
            {test.methods.join(", ") || "not said"}
            {test.secondFactor ? " (counts as a second factor)" : ""}
          </dd>
        </div>
        {Object.entries(test.claims).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="mono break-all">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{shown(value)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** What the test brought that the address names; nothing without one. */
export function TestResultPanel({ provider }: { provider: ProviderRecord }) {
  const [search] = useSearchParams();
  const id = search.get("test") ?? "";
  const test = useGet<TestResult>(
    "sign-in-tests",
    `/api/v1/sign-in-providers/${provider.id}/tests/${id}`,
    { enabled: id !== "" },
  );
  if (id === "") return null;
  if (test.isError) return <ErrorPanel error={test.error} what="The test" />;
  if (!test.data) return null;
  if (!test.data.good)
    return (
      <div className="notice tone-danger" role="alert">
        <TriangleAlert aria-hidden="true" />
        <div>
          <strong>The test went wrong</strong>
          <p>{test.data.refused ?? "The provider has not answered yet."}</p>
        </div>
      </div>
    );
  return (
    <>
      <div className="notice tone-success" role="status">
        <CircleCheck aria-hidden="true" />
        <div>
          <strong>The test went well</strong>
          <p>Nobody was signed in by it. Check what it says of you, then activate the provider.</p>
        </div>
      </div>
      <Claims test={test.data} />
    </>
  );
}
