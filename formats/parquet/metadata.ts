// The numbers that parquet.thrift of the format gives to fields and values.

/** Fields of FileMetaData. */
export const FILE = {
  version: 1,
  schema: 2,
  rows: 3,
  rowGroups: 4,
  keyValues: 5,
  createdBy: 6,
  columnOrders: 7,
  encryption: 8,
} as const;

/** Fields of SchemaElement. */
export const ELEMENT = {
  type: 1,
  typeLength: 2,
  repetition: 3,
  name: 4,
  children: 5,
  converted: 6,
  scale: 7,
  precision: 8,
  logical: 10,
} as const;

/** Fields of RowGroup. */
export const ROW_GROUP = {
  columns: 1,
  totalByteSize: 2,
  rows: 3,
  sortingColumns: 4,
  fileOffset: 5,
  totalCompressedSize: 6,
  ordinal: 7,
} as const;

/** Fields of ColumnChunk. */
export const CHUNK = {
  filePath: 1,
  fileOffset: 2,
  metadata: 3,
  offsetIndex: 4,
  offsetIndexLength: 5,
  columnIndex: 6,
  columnIndexLength: 7,
  crypto: 8,
  encrypted: 9,
} as const;

/** Fields of ColumnMetaData. */
export const COLUMN = {
  type: 1,
  encodings: 2,
  path: 3,
  codec: 4,
  values: 5,
  uncompressedSize: 6,
  compressedSize: 7,
  dataOffset: 9,
  indexOffset: 10,
  dictionaryOffset: 11,
  statistics: 12,
  bloomFilter: 14,
  bloomFilterLength: 15,
} as const;

/** Fields of Statistics. */
export const STATISTICS = {
  nullCount: 3,
  max: 5,
  min: 6,
  isMaxExact: 7,
  isMinExact: 8,
  nanCount: 9,
} as const;

/** Fields of PageHeader. */
export const PAGE = {
  type: 1,
  uncompressedSize: 2,
  compressedSize: 3,
  crc: 4,
  data: 5,
  dictionary: 7,
  dataV2: 8,
} as const;

/** Fields of DataPageHeader; those of DictionaryPageHeader begin in the same way. */
export const DATA_PAGE = { values: 1, encoding: 2, definitions: 3, repetitions: 4 } as const;

/** Fields of DataPageHeaderV2. */
export const DATA_PAGE_V2 = {
  values: 1,
  nulls: 2,
  rows: 3,
  encoding: 4,
  definitionBytes: 5,
  repetitionBytes: 6,
  isCompressed: 7,
} as const;

/** Fields of KeyValue. */
export const KEY_VALUE = { key: 1, value: 2 } as const;

export const PAGE_TYPE = { data: 0, index: 1, dictionary: 2, dataV2: 3 } as const;

export const REPETITION = { required: 0, optional: 1, repeated: 2 } as const;

export const PHYSICAL = {
  boolean: 0,
  int32: 1,
  int64: 2,
  int96: 3,
  float: 4,
  double: 5,
  byteArray: 6,
  fixed: 7,
} as const;

export const ENCODING = {
  plain: 0,
  plainDictionary: 2,
  rle: 3,
  bitPacked: 4,
  deltaBinaryPacked: 5,
  deltaLengthByteArray: 6,
  deltaByteArray: 7,
  rleDictionary: 8,
  byteStreamSplit: 9,
} as const;

/** The names of encodings in messages. */
export const ENCODING_NAMES: readonly (string | undefined)[] = [
  "PLAIN",
  "GROUP_VAR_INT",
  "PLAIN_DICTIONARY",
  "RLE",
  "BIT_PACKED",
  "DELTA_BINARY_PACKED",
  "DELTA_LENGTH_BYTE_ARRAY",
  "DELTA_BYTE_ARRAY",
  "RLE_DICTIONARY",
  "BYTE_STREAM_SPLIT",
  "ALP",
];

export const CODEC = {
  none: 0,
  snappy: 1,
  gzip: 2,
  lzo: 3,
  brotli: 4,
  lz4: 5,
  zstd: 6,
  lz4Raw: 7,
} as const;

/** The names of codecs in messages. */
export const CODEC_NAMES: readonly (string | undefined)[] = [
  "UNCOMPRESSED",
  "SNAPPY",
  "GZIP",
  "LZO",
  "BROTLI",
  "LZ4",
  "ZSTD",
  "LZ4_RAW",
];

/** Fields of LogicalType. One of them is set. */
export const LOGICAL = {
  string: 1,
  map: 2,
  list: 3,
  enum: 4,
  decimal: 5,
  date: 6,
  time: 7,
  timestamp: 8,
  integer: 10,
  unknown: 11,
  json: 12,
  float16: 15,
} as const;

export const CONVERTED = {
  utf8: 0,
  map: 1,
  mapKeyValue: 2,
  list: 3,
  enum: 4,
  decimal: 5,
  date: 6,
  timeMillis: 7,
  timeMicros: 8,
  timestampMillis: 9,
  timestampMicros: 10,
  uint8: 11,
  uint64: 14,
  int8: 15,
  int64: 18,
  json: 19,
} as const;
