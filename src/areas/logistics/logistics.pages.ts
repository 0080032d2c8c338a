import type { Page } from "#kernel/access.ts";

export const logisticsPages = {
  shipments: {
    path: "/shipment-tracking",
    title: "Shipments",
    also: "deliveries, tracking, what arrives, carrier, proof of delivery",
    access: "signed-in",
    screen: "screens/ShipmentsPage.tsx",
  },
  shipmentImport: {
    path: "/shipment-tracking/import",
    title: "Import events of carriers",
    access: "signed-in",
    screen: "screens/EventImport.tsx",
  },
  shipment: {
    path: "/shipment-tracking/:id",
    title: "Shipment",
    access: "signed-in",
    screen: "screens/ShipmentPage.tsx",
  },
  delivery: {
    path: "/delivery/:token",
    title: "Hand over a delivery",
    access: "open",
    screen: "screens/DeliveryPage.tsx",
    frame: "bare",
  },
} as const satisfies Record<string, Page>;
