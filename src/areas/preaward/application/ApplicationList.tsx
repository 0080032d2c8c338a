import { Applications } from "./Applications.tsx";

/** /grant-applications. */
export default function ApplicationList() {
  return <Applications />;
}
