import { InquiryTable } from "./InquiryTable.tsx";

/** /admin/demos: who wants to see the product, and when. */
export default function DemosAdmin() {
  return (
    <InquiryTable
      kind="demo"
      title="Demo requests"
      empty="People who ask on /request-demo or book a time on /schedule-demo appear here."
    />
  );
}
