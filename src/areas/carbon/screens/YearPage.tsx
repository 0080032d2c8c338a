import { useParams } from "react-router";
import { YearRecord } from "./YearRecord.tsx";

/** A version of a carbon year. */
export default function YearPage() {
  const { id = "" } = useParams();
  return <YearRecord id={id} />;
}
