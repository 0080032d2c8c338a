const pattern = (...pieces: readonly string[]) => new RegExp(pieces.join(""), "i");

/** What invoices call their values, in English, German, French and Spanish; whole texts without a colon. */
export const heads = {
  vendorNumber: pattern(
    String.raw`^(?:(?:tax )?invoice|credit (?:note|memo)|bill|document|`,
    String.raw`rechnungs?|gutschrifts?|facture|avoir|factura|fattura|abono)[ -]?(?:no|`,
    String.raw`number|num|nr|nummer|id|#|n[°ºo]|n\.[ºo°]|numéro|número)\.?(?:$|`,
    String.raw`[ :#])|^(?:rechnungsnummer|gutschriftsnummer|rechnungsnr\.?|`,
    String.raw`numéro de (?:la )?facture|número de (?:la )?factura|n[°º] de (?:la )?factur[ae]|`,
    String.raw`invoice #)`,
  ),
  invoiceDate: pattern(
    String.raw`^(?:(?:invoice|bill|credit (?:note|memo)|issue) date|date of (?:issue|`,
    String.raw`invoice)|dated?|rechnungsdatum|datum|date de (?:la )?facture|`,
    String.raw`date de facturation|date d'émission|fecha de (?:la )?(?:factura|`,
    String.raw`emisión)|fecha)(?:$|[ :])`,
  ),
  dueDate: pattern(
    String.raw`^(?:(?:payment )?due(?: date| on| by)?|pay by|fällig(?:keit|`,
    String.raw` am)?|fälligkeitsdatum|zahlbar bis|échéance|date d'échéance|`,
    String.raw`vencimiento|fecha de vencimiento)(?:$|[ :])`,
  ),
  orderNumber: pattern(
    String.raw`^(?:(?:your )?(?:p\.?o\.?|purchase order|order|customer order)(?: ?(?:no|`,
    String.raw`number|nr|ref|#)\.?)?|(?:ihre )?bestell(?:ung|nummer|-nr\.?)|`,
    String.raw`(?:n[°º] de |votre )?commande|bon de commande|(?:n[°º] de |`,
    String.raw`su )?pedido|orden de compra)(?:$|[ :#])`,
  ),
};
export type Head = keyof typeof heads;

export const sums = {
  subtotal: pattern(
    String.raw`^(?:sub-? ?total|net (?:amount|total)|total (?:net|excl\.?.*|`,
    String.raw`before tax)|zwischensumme|netto(?:betrag|summe)|summe netto|`,
    String.raw`total ht|sous-total|montant ht|base imponible|subtotal)\b`,
  ),
  tax: pattern(
    String.raw`^(?:(?:plus |zzgl\.? )?(?:(?:state |county |city )?sales tax|`,
    String.raw`tax|vat|gst|mwst|ust|umsatzsteuer|mehrwertsteuer|tva|iva))(?:$|`,
    String.raw`[ :.(\d])`,
  ),
  freight: pattern(
    String.raw`^(?:freight|shipping(?: (?:and|&) handling)?|delivery|versand(?:kosten)?|`,
    String.raw`fracht(?:kosten)?|frais de port|transport|port|portes|envío|`,
    String.raw`gastos de envío)(?:$|[ :])`,
  ),
  discount: pattern(
    String.raw`^(?:(?:less |trade |early |invoice )?discount|rebate|rabatt|`,
    String.raw`nachlass|remise|descuento)(?:$|[ :(\d])`,
  ),
  total: pattern(
    String.raw`^(?:(?:grand |invoice |credit )?total(?: (?:due|amount|ttc|`,
    String.raw`payable|usd|eur|à payer|a pagar|credit|factura))*|amount (?:due|`,
    String.raw`payable)|balance due|gesamt(?:betrag|summe)?|rechnungsbetrag|`,
    String.raw`endbetrag|brutto(?:betrag|summe)|zu zahlen(?:der betrag)?|`,
    String.raw`zahlbetrag|gutschriftsbetrag|(?:montant|net) (?:total|ttc|`,
    String.raw`à payer)|importe total)(?:$|[ :(])`,
  ),
};
export type Sum = keyof typeof sums;

/** Amounts that stand in another one, and sums of a page: no lines, no sums. */
export const inside = pattern(
  String.raw`^(?:incl(?:uding|uded|\.)?|thereof|of which|davon|darin enthalten|`,
  String.raw`enthalten|inkl\.?|dont|incluye|incluid[oa]s?|de los cuales)\b`,
);
export const carried = pattern(
  String.raw`(?:carried|brought) forward|^(?:page (?:sub)?total|übertrag|`,
  String.raw`zwischensumme seite|report|à reporter|suma y sigue|suma anterior)`,
);

export const columns = {
  description: pattern(
    String.raw`^(?:description|item description|item|details?|particulars|`,
    String.raw`product|service|bezeichnung|beschreibung|artikel|leistung|`,
    String.raw`désignation|libellé|descripción|concepto)$`,
  ),
  quantity: /^(?:qty\.?|quantity|hours|menge|anzahl|qté|quantité|cant\.?|cantidad)$/i,
  unit: /^(?:unit|uom|u\/m|einheit|me|unité|unidad|ud\.?)$/i,
  unitPrice: pattern(
    String.raw`^(?:(?:unit )?price|rate|unit cost|price each|each|(?:einzel|`,
    String.raw`stück)?preis|e-preis|prix(?: unitaire)?|p\.u\.|pu(?: ht)?|`,
    String.raw`precio(?: unitario)?)$`,
  ),
  discount: pattern(
    String.raw`^(?:discount|disc\.?(?: ?%)?|discount %|rabatt(?: %)?|remise(?: %)?|`,
    String.raw`descuento|dto\.?(?: ?%)?)$`,
  ),
  amount: pattern(
    String.raw`^(?:amount|(?:line )?total|ext(?:ended|\.)?(?: (?:price|`,
    String.raw`amount))?|betrag|gesamt(?:preis)?|summe|montant(?: ht)?|`,
    String.raw`importe)$`,
  ),
};
export type Column = keyof typeof columns;

export const credit = pattern(
  String.raw`\b(?:credit (?:note|memo)|gutschrift|rechnungskorrektur|`,
  String.raw`avoir|nota de crédito|factura rectificativa|abono)\b`,
);
export const otherLanguage =
  /rechnung|gutschrift|facture|avoir|factura|fattura|betrag|montant|importe/i;
