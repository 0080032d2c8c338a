import { Opportunities } from "./Opportunities.tsx";

/** /grant-opportunities. */
export default function OpportunityList() {
  return <Opportunities />;
}
