import { Opportunities } from "./Opportunities.tsx";

/** /grant-opportunities. */
export default function OpportunityList() {
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Grant opportunities</h1>
        <p className="text-t2">
          Staff proposes what to apply for, a manager decides. What is not relevant stays out for
          good.
        </p>
      </div>
      <Opportunities />
    </div>
  );
}
