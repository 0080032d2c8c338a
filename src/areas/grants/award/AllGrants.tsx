import { AwardTable } from "./AwardTable.tsx";

/** Every award of the agency. */
export default function AllGrants() {
  return <AwardTable title="All grants" />;
}
