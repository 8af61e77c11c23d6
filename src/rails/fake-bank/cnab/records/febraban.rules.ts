import { layout } from './layout.rules.ts';

/** The records of FEBRABAN's CNAB 240 (10.6) for billing. What a bank does otherwise stands in its profile. */

export const FILE_HEADER = layout(`
  1-3 bank num
  4-7 batch =0000
  8 record =0
  9-17 blank
  18 documentType num
  19-32 document num
  33-52 agreement text
  53-57 branch num
  58 branchDigit text
  59-70 account num
  71 accountDigit text
  72 bothDigit text
  73-102 company text
  103-132 bankName text
  133-142 blank
  143 direction num
  144-151 date num
  152-157 time num
  158-163 fileNumber num
  164-166 version num
  167-171 any
  172-211 any
  212-240 any
`);

export const BATCH_HEADER = layout(`
  1-3 bank num
  4-7 batch num
  8 record =1
  9 operation text
  10-11 service =01
  12-13 any
  14-16 version num
  17 blank
  18 documentType num
  19-33 document num
  34-53 agreement text
  54-58 branch num
  59 branchDigit text
  60-71 account num
  72 accountDigit text
  73 bothDigit text
  74-103 company text
  104-183 any
  184-191 fileNumber num
  192-199 date num
  200-207 creditDate any
  208-240 any
`);

export const SEGMENT_P = layout(`
  1-3 bank num
  4-7 batch num
  8 record =3
  9-13 sequence num
  14 segment =P
  15 blank
  16-17 movement num
  18-22 branch num
  23 branchDigit text
  24-35 account num
  36 accountDigit text
  37 bothDigit text
  38-57 ourNumber text
  58 walletCode num
  59 registration num
  60 documentKind text
  61 issuedBy num
  62 sentBy text
  63-77 document text
  78-85 dueDate num
  86-100 amount num
  101-106 any
  107-108 species num
  109 acceptance text
  110-117 issueDate num
  118 interestCode num
  119-126 interestDate num
  127-141 interest num
  142 discountCode num
  143-150 discountDate num
  151-165 discount num
  166-180 iof num
  181-195 abatement num
  196-220 reference text
  221 protestCode num
  222-223 protestDays num
  224 writeOffCode num
  225-227 writeOffDays text
  228-229 currency num
  230-239 contract num
  240 any
`);

export const SEGMENT_Q = layout(`
  1-3 bank num
  4-7 batch num
  8 record =3
  9-13 sequence num
  14 segment =Q
  15 blank
  16-17 movement num
  18 payerType num
  19-33 payerDocument num
  34-73 payerName text
  74-113 address text
  114-128 district text
  129-133 zip num
  134-136 zipSuffix num
  137-151 city text
  152-153 state text
  154-240 any
`);

export const SEGMENT_R = layout(`
  1-3 bank num
  4-7 batch num
  8 record =3
  9-13 sequence num
  14 segment =R
  15 blank
  16-17 movement num
  18 discount2Code num
  19-26 discount2Date num
  27-41 discount2 num
  42 discount3Code num
  43-50 discount3Date num
  51-65 discount3 num
  66 fineCode text
  67-74 fineDate num
  75-89 fine num
  90-240 any
`);

/** S and Y: messages, and what concerns others than the payer. The bank looks at their place alone. */
export const OTHER_SEGMENT = layout(`
  1-3 bank num
  4-7 batch num
  8 record =3
  9-13 sequence num
  14 segment text
  15 blank
  16-17 movement num
  18-240 any
`);

export const SEGMENT_T = layout(`
  1-3 bank num
  4-7 batch num
  8 record =3
  9-13 sequence num
  14 segment =T
  15 blank
  16-17 movement num
  18-22 branch num
  23 branchDigit text
  24-35 account num
  36 accountDigit text
  37 blank
  38-57 ourNumber text
  58 walletCode num
  59-73 document text
  74-81 dueDate text
  82-96 amount num
  97-99 receivingBank num
  100-104 receivingBranch num
  105 receivingDigit num
  106-130 reference text
  131-132 currency =09
  133 payerType num
  134-148 payerDocument num
  149-188 payerName text
  189-198 zeros
  199-213 fee num
  214-223 motives text
  224-240 blank
`);

export const SEGMENT_U = layout(`
  1-3 bank num
  4-7 batch num
  8 record =3
  9-13 sequence num
  14 segment =U
  15 blank
  16-17 movement num
  18-32 charges num
  33-47 discount num
  48-62 abatement num
  63-77 zeros
  78-92 paid num
  93-107 credited num
  108-137 zeros
  138-145 day text
  146-153 creditDay text
  154-157 blank
  158-165 blank
  166-180 zeros
  181-210 blank
  211-213 zeros
  214-233 blank
  234-240 blank
`);

export const BATCH_TRAILER = layout(`
  1-3 bank num
  4-7 batch num
  8 record =5
  9-17 blank
  18-23 records num
  24-29 titles num
  30-46 titlesSum num
  47-115 zeros
  116-123 blank
  124-240 blank
`);

/** Of a remessa: the bank counts records and leaves the sums, which are its own, alone. */
export const SENT_BATCH_TRAILER = layout(`
  1-3 bank num
  4-7 batch num
  8 record =5
  9-17 blank
  18-23 records num
  24-240 any
`);

export const FILE_TRAILER = layout(`
  1-3 bank num
  4-7 batch num
  8 record =9
  9-17 blank
  18-23 batches num
  24-29 records num
  30-35 any
  36-240 blank
`);
