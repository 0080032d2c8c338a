import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { fieldLeaving } from "./field.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { evidenceParts } from "#areas/governance/governance.server.ts";
import { adminMatters, changedMembers, holdings } from "#areas/organization/organization.server.ts";
import { closings } from "#server/restored/closing.ts";
import { fileHolders } from "#server/files/holders.ts";
import { captureEndpoints } from "./capture/capture.api.ts";
import { captureViews } from "./capture/capture.labels.ts";
import { captureList } from "./capture/capture.list.ts";
import { capturesWithFile } from "./capture/photo.service.ts";
import { capturesOfRecords } from "./capture/evidence.service.ts";
import { holdOfLeaver } from "./capture/unfinished.service.ts";
import { seedField } from "./demo/field.seed.ts";
import { deviceEndpoints } from "./device/device.api.ts";
import { fieldDeviceViews } from "./device/device.labels.ts";
import { deviceHolding } from "./device/holding.service.ts";
import { fieldDevicesAfterRestore } from "./device/restored.service.ts";
import { silenceClock, silentMatter } from "./device/silence.service.ts";
import { fieldDeviceList } from "./device/device.list.ts";

export { lineBefore, lineCame, type MetLine } from "./kinds/receipt-lines.ts";
export { attachPhotos } from "./kinds/photos.service.ts";
export {
  dueBy,
  fieldKind,
  fieldKinds,
  shaped,
  type PacketItem,
  type ToApply,
} from "./kinds/kinds.ts";

const permission = "field.capture";

/** What the server mounts of this area. */
export default defineArea({
  name: "field",
  noFacts: "What is captured is counted by the records that it made.",
  endpoints: [...deviceEndpoints, ...captureEndpoints],
  schedules: [silenceClock],
  seed: { after: ["engagement", "recovery"], tell: seedField },
  searches: [
    {
      ...{ kind: "fieldDevice", list: fieldDeviceList, permission: "device.all", title: "name" },
      path: "/mobile-app?peek=:id",
    },
  ],
  asked: [
    { list: captureList, permission, page: "/mobile-field-operations", views: captureViews },
    { list: fieldDeviceList, permission, page: "/mobile-app", views: fieldDeviceViews },
  ],
  brings: [
    agencyTables.of(...fieldLeaving),
    closings.of(fieldDevicesAfterRestore),
    evidenceParts.of(capturesOfRecords),
    holdings.of(deviceHolding),
    changedMembers.of(holdOfLeaver),
    adminMatters.of(silentMatter),
    fileHolders.of({ column: "field_photo.file_id", records: capturesWithFile }),
  ],
});
