import type { Page } from "#kernel/access.ts";

export const logisticsPages = {
  shipments: {
    path: "/shipment-tracking",
    title: "Shipments",
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
  routes: {
    path: "/quantum-logistics",
    title: "Routes",
    access: "signed-in",
    screen: "route/screens/RoutesPage.tsx",
  },
  roads: {
    path: "/quantum-logistics/closures",
    title: "Roads and closures",
    access: "signed-in",
    screen: "route/screens/RoadsPage.tsx",
  },
  roadClosure: {
    path: "/quantum-logistics/closures/:id",
    title: "Road closure",
    access: "signed-in",
    screen: "route/screens/ClosurePage.tsx",
  },
  routePlan: {
    path: "/quantum-logistics/:id",
    title: "Route plan",
    access: "signed-in",
    screen: "route/screens/RoutePlanPage.tsx",
  },
  routeDrive: {
    path: "/quantum-logistics/:id/drive",
    title: "Your route",
    access: "signed-in",
    screen: "route/screens/DrivePage.tsx",
  },
  delivery: {
    path: "/delivery/:token",
    title: "Hand over a delivery",
    access: "open",
    screen: "screens/DeliveryPage.tsx",
    frame: "bare",
  },
} as const satisfies Record<string, Page>;
