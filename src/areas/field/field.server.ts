import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { captureEndpoints } from "./capture/capture.api.ts";
import { captureViews } from "./capture/capture.labels.ts";
import { captureList } from "./capture/capture.list.ts";
import { capturesWithFile } from "./capture/photo.service.ts";
import { deviceEndpoints } from "./device/device.api.ts";
import { fieldDeviceViews } from "./device/device.labels.ts";
import { fieldDeviceList } from "./device/device.list.ts";

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
  searches: [],
  asked: [
    { list: captureList, permission, page: "/mobile-field-operations", views: captureViews },
    { list: fieldDeviceList, permission, page: "/mobile-app", views: fieldDeviceViews },
  ],
  brings: [fileHolders.of({ column: "field_photo.file_id", records: capturesWithFile })],
});
