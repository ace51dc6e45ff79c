// A game through the client of Sabaki: engine as arguments, one line of JSON as the answer.
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

async function main() {
  const [program, ...args] = process.argv.slice(2)
  const engine = new Controller(program, args)
  engine.start()
  const tracker = new ControllerStateTracker(engine)
  await tracker.queueCommand({name: 'protocol_version'})
  const ask = (name, ...args) => tracker.queueCommand({name, args})
  const text = async (...words) => (await ask(...words)).content
  const told = {name: await text('name'), commands: (await text('list_commands')).split('\n')}
  await tracker.sync({
    komi: 2.5,
    boardsize: [5, 5],
    history: [
      {name: 'play', args: ['B', 'C3']},
      {name: 'play', args: ['W', 'B2']},
    ],
  })
  told.time = await ask('time_settings', '10', '5', '5')
  told.moves = []
  for (let turn = 0; turn < 6; turn++) told.moves.push(await text('genmove', 'BW'[turn % 2]))
  told.illegal = await ask('play', 'B', 'C3')
  told.undone = await ask('undo')
  told.score = await text('final_score')
  await engine.stop()
  console.log(JSON.stringify(told))
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
