import { Applications } from "./Applications.tsx";

/** /grant-applications. */
export default function ApplicationList() {
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Grant applications</h1>
      <Applications />
    </div>
  );
}
