import { AwardTable } from "./AwardTable.tsx";

/** Awards that are spent or wait to be. */
export default function PortfolioTab() {
  return <AwardTable title="Portfolio" />;
}
