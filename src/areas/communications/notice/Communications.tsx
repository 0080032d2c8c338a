import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { OwnNotices } from "./OwnNotices.tsx";
import { NoticeTable } from "./NoticeTable.tsx";
import { Topics } from "../topic/Topics.tsx";

/** /communications: notices to many, what one got oneself, and topics of the public. */
export default function Communications() {
  const { can } = useAuth();
  const writes = can("notice.read");
  const tabs = [
    ...(writes ? [{ id: "notices", label: "Notices", content: () => <NoticeTable /> }] : []),
    { id: "mine", label: writes ? "For you" : "Notices for you", content: () => <OwnNotices /> },
    ...(writes ? [{ id: "topics", label: "Topics", content: () => <Topics /> }] : []),
  ];
  return (
    <div className="stack">
      <div className="list-head">
        <h1>Communications</h1>
        <Held permission="notice.write" what="New notice">
          <Link className="btn btn-primary" to={pathTo("noticeNew")}>
            New notice
          </Link>
        </Held>
      </div>
      <Tabs tabs={tabs} label="Communications" />
    </div>
  );
}
