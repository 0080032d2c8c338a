import { CircleCheck, TriangleAlert } from "lucide-react";
import { useSearchParams } from "react-router";
import { useGet } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { ProviderRecord, TestResult } from "./provider.model.ts";

const shown = (value: string | string[]): string =>
  Array.isArray(value) ? value.join(", ") : value;

function Claims({ test }: { test: TestResult }) {
  return (
    <Panel title="What the provider says of you">
      <Facts>
        <Fact label="Names you for good as">
          <span className="mono break-all">{test.subject}</span>
        </Fact>
        <Fact label="Mail address">{test.email ?? "none: name the claim that holds it"}</Fact>
        <Fact label="Name">{test.name ?? "none"}</Fact>
        <Fact label="How you signed in there">
          {test.methods.join(", ") || "not said"}
          {test.secondFactor ? " (counts as a second factor)" : ""}
        </Fact>
        {Object.entries(test.claims).map(([name, value]) => (
          <Fact key={name} label={name}>
            {shown(value)}
          </Fact>
        ))}
      </Facts>
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
