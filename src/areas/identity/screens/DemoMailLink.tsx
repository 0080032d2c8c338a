import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { api } from "#web/kit/api.ts";

/** Where the letter is, in the demo: no mail server is set, and letters stay here. */
export function DemoMailLink() {
  const settings = useQuery({
    queryKey: ["auth-settings"],
    queryFn: ({ signal }) => api<{ demoMail: boolean }>("/auth/v1/settings", { signal }),
  }).data;
  if (!settings?.demoMail) return null;
  return (
    <p className="my-2">
      This is a demo without a mail server: <Link to={pathTo("mail")}>open its letters</Link>.
    </p>
  );
}
